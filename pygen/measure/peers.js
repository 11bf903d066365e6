// Times map generators of libraries for Node: reads a list of {library, name, width, height, options, count} from standard
// input, and writes {version, median} of each, the median in microseconds; null for a library that is not installed.
const text = require("fs").readFileSync(0, "utf8");
const WARM_UP = 300;

// By library: what makes one map of what is wanted, with a seed.
const makers = {
    "rot-js": (loaded) => {
        const ROT = loaded.default || loaded;
        return ({ name, width, height, options }, seed) => {
            ROT.RNG.setSeed(seed);
            if (name === "Cellular") {
                const map = new ROT.Map.Cellular(width, height, options);
                map.randomize(options.rock);
                for (let n = 0; n < options.rounds; ++n)
                    map.create();
                map.connect(() => {}, 1);
            } else
                new ROT.Map[name](width, height, options).create(() => {});
        };
    },
    malwoden: ({ Generation, Rand }) => ({ width, height, options }, seed) => {
        const rng = new Rand.AleaRNG(`${seed}`);
        const start = { x: width >> 1, y: height >> 1 };
        const walk = new Generation.DrunkardsWalkBuilder({ width, height, floorTile: 0, wallTile: 1, rng });
        walk.walk({ start, stepsMin: options.steps, stepsMax: options.steps + 1 });
    },
    wavefunctioncollapse: ({ OverlappingModel }) => ({ width, height, options }, seed) => {
        const { drawing, size } = options;
        const pixels = drawing.flatMap((row) => [...row].flatMap((sign) => [sign.charCodeAt(0), 0, 0, 255]));
        const model = new OverlappingModel(pixels, drawing[0].length, drawing.length, size, width, height, false, false, 8);
        // A small generator of its own: the library takes a function, and has none with a seed.
        let state = seed >>> 0;
        const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;
        while (!model.generate(random));
    },
};

function timed(wanted) {
    let loaded;
    try {
        loaded = require(wanted.library);
    } catch {
        return null;
    }
    const generate = makers[wanted.library](loaded);
    const times = [];
    // Slow generators warm up, too, but not for minutes.
    const warm = Math.min(WARM_UP, wanted.count);
    for (let seed = 1; seed <= warm + wanted.count; ++seed) {
        const begin = process.hrtime.bigint();
        generate(wanted, seed);
        if (seed > warm)
            times.push(Number(process.hrtime.bigint() - begin) / 1000);
    }
    times.sort((a, b) => a - b);
    const version = JSON.parse(require("fs").readFileSync(packageFile(wanted.library), "utf8")).version;
    return { version, median: times[times.length >> 1] };
}

// Some packages do not export their package.json.
function packageFile(library) {
    const path = require("path");
    const found = require.resolve.paths(library).map((folder) => path.join(folder, library, "package.json"));
    return found.find((file) => require("fs").existsSync(file));
}

console.log(JSON.stringify(JSON.parse(text).map(timed)));
