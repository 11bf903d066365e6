// Times map generators of rot.js: reads a list of {name, width, height, options, count} from standard input, and writes
// the median microseconds of each.
const text = require("fs").readFileSync(0, "utf8");
const loaded = require("rot-js");
const ROT = loaded.default || loaded;
const WARM_UP = 300;

function generate(wanted, seed) {
    ROT.RNG.setSeed(seed);
    const { name, width, height, options } = wanted;
    if (name === "Cellular") {
        const map = new ROT.Map.Cellular(width, height, options);
        map.randomize(options.rock);
        for (let n = 0; n < options.rounds; ++n)
            map.create();
        map.connect(() => {}, 1);
    } else
        new ROT.Map[name](width, height, options).create(() => {});
}

const medians = JSON.parse(text).map((wanted) => {
    const times = [];
    for (let seed = 1; seed <= WARM_UP + wanted.count; ++seed) {
        const begin = process.hrtime.bigint();
        generate(wanted, seed);
        if (seed > WARM_UP)
            times.push(Number(process.hrtime.bigint() - begin) / 1000);
    }
    times.sort((a, b) => a - b);
    return times[times.length >> 1];
});
console.log(JSON.stringify({ version: require("rot-js/package.json").version, medians }));
