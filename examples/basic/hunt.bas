0 rem a figure (w, a, s, d) walks a dungeon, and two monsters hunt it
1 poke 55,0:poke 56,56:clr:rem below $3800
2 if peek(16384)=76 then 10
3 load"tomb.prg",8,1
10 m=16384:b=m+136:dim c(9),f(9)
11 for n=0 to 6:read c(n),f(n):next
12 data 32,0,102,12,46,9,43,8,60,7,62,13,102,12
13 poke 53280,0:poke 53281,0:poke b+14,57:poke b+15,48:rem random_state
20 rem a level
21 print chr$(147);:poke m+48,7:poke m+49,0:poke m+50,l
22 sys m+6:rem generate
23 a=14336:gosub 90:sys m+64:rem unpack_map
24 poke b,0:poke b+1,56:rem call_map
25 poke 780,2:poke 781,0:sys m+15:rem table
26 s=peek(780)+256*peek(781):x=peek(s+1):y=peek(s+2)
27 gosub 80:for n=0 to 1
28 poke 780,40:sys m+100:rem random_below
29 u=peek(780):poke 780,25:sys m+100:rem random_below
30 v=peek(780):d=peek(49408+40*v+u):if d<12 or d=255 then 28
31 u(n)=u:v(n)=v:h(n)=0:next
40 rem a turn
41 gosub 60
42 get k$:if k$="" then 42
43 p=x:q=y:if k$="w" then q=y-1
44 if k$="s" then q=y+1
45 if k$="a" then p=x-1
46 if k$="d" then p=x+1
47 poke b+9,1:poke 781,p:poke 780,q:sys m+94:rem tile_is
48 if peek(780) then x=p:y=q
49 if peek(14336+40*y+x)=5 then l=l+1:goto 20
50 gosub 80:for n=0 to 1
51 poke b+4,u(n):poke b+5,v(n):sys m+70:rem next_step
52 if peek(780) then 54
53 u(n)=peek(b+6):v(n)=peek(b+7)
54 if u(n)=x and v(n)=y then 57
55 next
56 goto 40
57 gosub 60:poke 53280,2:for i=1 to 900:next:poke 53280,0
58 l=0:goto 20
60 rem what is in sight
61 for n=0 to 1:if h(n) then poke h(n),c(peek(h(n)+13312)):poke h(n)+54272,f(peek(h(n)+13312))
62 h(n)=0:next
63 a=51584:gosub 90:poke b+4,x:poke b+5,y:poke b+8,3:sys m+73:rem field_of_view
64 for j=-3 to 3:r=51728+17*j:a=1024+40*(y+j)+x
65 for i=-3 to 3:t=peek(r+i):if t=0 or t>127 then 67
66 poke a+i,c(t):poke a+i+54272,f(t)
67 next:next
68 for n=0 to 1:i=u(n)-x:j=v(n)-y:if abs(i)>3 or abs(j)>3 then 71
69 if peek(51728+17*j+i)>127 then 71
70 h(n)=1024+40*v(n)+u(n):poke h(n),13:poke h(n)+54272,10
71 next:a=1024+40*y+x:poke a,0:poke a+54272,1
72 return
80 rem how far each tile is from the figure
81 a=49408:gosub 90:poke 51968,x:poke 51969,y:poke b+11,0:poke b+12,203:poke b+13,1
82 poke b+9,1:poke b+10,0:sys m+67:rem distances
83 return
90 rem call_to = a
91 poke b+3,int(a/256):poke b+2,a-256*peek(b+3):return
