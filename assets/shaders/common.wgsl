// What both qualities draw the same way: wood, heat, grid, stones' marks.
//
// Board coordinates: x and y in points from the lower left one, z in cells above the surface.

#define_import_path stonefield::common

struct Board {
    // Columns and rows.
    size: vec2<f32>,
    // Cells from the outermost lines to the edge of the slab, and the slab's thickness.
    margin: f32,
    thickness: f32,
    // Linear colours.
    table: vec4<f32>,
    wood: vec4<f32>,
    // x: how wide marks are, 1 as a rule.
    marks: vec4<f32>,
    // x: heat is shown; y: radius of the last move's mark; z: highest stone; w: slab's shadow.
    look: vec4<f32>,
    // The cells that the images of stones and heat hold: the first column and row, how many of each.
    seen: vec4<f32>,
}

// The bits of a cell; `cells.rs` writes them.
const STONE: u32 = 3u;
const BLACK: u32 = 1u;
const WHITE: u32 = 2u;
const GHOST: u32 = 4u;
const LINK_RIGHT: u32 = 8u;
const LINK_UP: u32 = 16u;
const LINK_LEFT: u32 = 32u;
const LINK_DOWN: u32 = 64u;
const LINKS: u32 = 120u;
const LAST: u32 = 128u;
const ATARI: u32 = 256u;
const SUICIDE: u32 = 512u;
const SELECTED: u32 = 1024u;
const STAR: u32 = 2048u;
const SHADE_LEFT: u32 = 4096u;
const SHADE_UP: u32 = 8192u;
const SHADE_UP_LEFT: u32 = 16384u;
const FADING: u32 = 32768u;
const MARKS: u32 = 1792u;
const GROUP_SHIFT: u32 = 16u;
const VARIETY_SHIFT: u32 = 22u;
const WIDTH_SHIFT: u32 = 26u;
const LIFT_SHIFT: u32 = 28u;

// Radius and half the thickness of a stone, in cells.
const RADIUS: f32 = 0.472;
const HALF: f32 = 0.19;
const TOP: f32 = 0.38;
// How far stones in motion rise, in cells.
const RISE: f32 = 1.0;
// The light comes from the upper left.
const LIGHT: vec3<f32> = vec3<f32>(-0.43, 0.50, 0.752);
const SHADOW: vec2<f32> = vec2<f32>(0.085, -0.10);

fn cell_bits(states: texture_2d<u32>, board: Board, cell: vec2<f32>) -> u32 {
    let place = cell - board.seen.xy + 1.0;
    let at = clamp(place, vec2<f32>(0.0), board.seen.zw + 1.0);
    // Beyond the border nothing stands, and no shadow falls.
    return select(0u, textureLoad(states, vec2<i32>(at), 0).x, all(at == place));
}

// Where the heat at p is in its image.
fn on_heat(board: Board, p: vec2<f32>) -> vec2<f32> {
    return (p + 0.5 - board.seen.xy) / board.seen.zw;
}

// Where a stone stands off its point, and how its tone differs.
fn offset(bits: u32) -> vec2<f32> {
    let variety = bits >> VARIETY_SHIFT;
    return (vec2<f32>(f32(variety & 3u), f32((variety >> 2u) & 3u)) - 1.5) * 0.011;
}

fn tone(bits: u32) -> f32 {
    return (f32(((bits >> VARIETY_SHIFT) * 7u) & 15u) - 7.5) * (1.0 / 7.5);
}

// How far a stone is off the board, 0 to 1, and how solid it is: one that falls nearly so, one that leaves less and less.
fn flight(bits: u32) -> vec2<f32> {
    let lift = f32(bits >> LIFT_SHIFT) * (1.0 / 15.0);
    return vec2<f32>(lift, 1.0 - lift * select(0.25, 1.0, (bits & FADING) != 0u));
}

// The share of a pixel that lies within `reach` of a line at distance `away`.
fn cover(reach: f32, away: f32, px: f32) -> f32 {
    return saturate((reach - away) / px + 0.5);
}

// Bare wood or heat, at p; `grain` is the wood's deviation from its mean.
fn surface(board: Board, heat: vec3<f32>, grain: vec3<f32>, p: vec2<f32>) -> vec3<f32> {
    let beyond = max(abs(p - (board.size - 1.0) * 0.5) - board.size * 0.5, vec2<f32>(0.0));
    let shown = board.look.x * saturate(1.0 - max(beyond.x, beyond.y) / (board.margin - 0.5));
    let warm = heat * heat;
#ifdef PAPER
    return mix(board.wood.rgb, warm, shown);
#else
    return mix(board.wood.rgb, warm, shown) * mix(grain, vec3<f32>(1.0), 0.5 * shown);
#endif
}

// How dark the grid is at p, 0 to 1.
fn grid(board: Board, p: vec2<f32>, f: vec2<f32>, px: vec2<f32>) -> f32 {
    let reach = max(vec2<f32>(0.017), px * 0.5);
    let outer = board.size - 1.0 + reach;
    // A vertical line is crossed along x and ends with the rows, and the other way round.
    let ends = saturate((min(p + reach, outer - p)) / px + 0.5);
    let lines = saturate((reach - abs(f)) / px + 0.5) * ends.yx * ends.xy;
    let fine = saturate(0.24 / px - 0.5);
    return max(lines.x * fine.x, lines.y * fine.y);
}

// How much light the stones around take from the board at f in its cell: that of the nearest shadow.
fn shade(bits: u32, f: vec2<f32>) -> f32 {
    let at = f - SHADOW;
    let left = at + vec2<f32>(1.0, 0.0);
    let up = at + vec2<f32>(0.0, -1.0);
    let both = at + vec2<f32>(1.0, -1.0);
    let own = (bits & STONE) != 0u && (bits & GHOST) == 0u;
    var near2 = select(9.0, dot(at, at), own);
    near2 = select(near2, min(near2, dot(left, left)), (bits & SHADE_LEFT) != 0u);
    near2 = select(near2, min(near2, dot(up, up)), (bits & SHADE_UP) != 0u);
    near2 = select(near2, min(near2, dot(both, both)), (bits & SHADE_UP_LEFT) != 0u);
    return lightness(near2);
}

#ifdef MOTION
// As `shade`, where stones may be in the air: their shadows lie further off, are fainter, and reach into the same cells.
fn shade_of_flying(states: texture_2d<u32>, board: Board, cell: vec2<f32>, f: vec2<f32>) -> f32 {
    var light = 1.0;
    for (var i = 0; i < 4; i += 1) {
        let away = vec2<f32>(f32(i & 1), f32(-(i >> 1)));
        let bits = cell_bits(states, board, cell - away);
        let solid = (bits & STONE) != 0u && (bits & GHOST) == 0u;
        let air = flight(bits);
        let at = f + away - SHADOW * (1.0 + 1.6 * air.x);
        let left = mix(1.0, lightness(dot(at, at)), air.y * (1.0 - 0.3 * air.x));
        light = min(light, select(1.0, left, solid));
    }
    return light;
}
#endif

// The light that is left at this distance (squared) from the middle of a stone's shadow.
fn lightness(near2: f32) -> f32 {
    let t = saturate((sqrt(near2) - (RADIUS - 0.17)) * (1.0 / 0.29));
    return 0.34 + 0.66 * t * t * (3.0 - 2.0 * t);
}

// The colour of a stone whose surface has the normal n, seen from direction v, at d from its middle.
#ifdef PAPER
// On paper: black, or white with a thin outline.
fn stone(bits: u32, d: vec2<f32>, n: vec3<f32>, v: vec3<f32>, px: f32) -> vec3<f32> {
    let inside = RADIUS - max(0.026, px) - length(d);
    // Seen at its side, a stone has its outline where it turns away.
    let rim = max(cover(0.0, inside, px), saturate(3.0 - 9.0 * dot(n, v)));
    return vec3<f32>(mix(1.0, 0.004, select(rim, 1.0, (bits & STONE) == BLACK)));
}
#else
fn stone(bits: u32, d: vec2<f32>, n: vec3<f32>, v: vec3<f32>, px: f32) -> vec3<f32> {
    let diffuse = dot(n, LIGHT);
    let half_way = normalize(LIGHT + v);
    let s = saturate(dot(n, half_way));
    let s2 = s * s;
    let s4 = s2 * s2;
    let s8 = s4 * s4;
    let s32 = s8 * s8 * s8 * s8;
    let vary = tone(bits);
    if (bits & STONE) == BLACK {
        let slate = vec3<f32>(0.0155, 0.0165, 0.019) * (1.0 + 0.22 * vary);
        let grain = 1.0 + 0.25 * (abs(fract(d.x * 9.0 + d.y * 4.0 + vary) - 0.5) - 0.25);
        return slate * grain * (0.55 + 0.9 * max(diffuse, 0.0)) + vec3<f32>(0.050, 0.053, 0.058) * s8
            + vec3<f32>(0.15, 0.155, 0.165) * s32 * s32;
    }
    var shell = vec3<f32>(0.86, 0.835, 0.775) * (1.0 + 0.022 * vary);
    if px < 0.06 {
        let along = vec2<f32>(0.94, 0.34) * (1.0 - 2.0 * f32((bits >> VARIETY_SHIFT) & 1u)) + vec2<f32>(0.0, 0.3 * vary);
        let line = abs(fract(dot(d, along) * 11.0 + 0.35 * d.y * d.y * 11.0 + vary) - 0.5);
        shell *= 1.0 - 0.075 * saturate(line * 5.0 - 1.6) * saturate(2.0 - px * 33.0);
    }
    let lit = 0.50 + 0.56 * diffuse;
    return shell * vec3<f32>(lit, lit * 0.985 + 0.012, lit * 0.96 + 0.03) + 0.10 * s32 * s8;
}
#endif

fn segment(p: vec2<f32>, reach: vec2<f32>) -> f32 {
    return length(max(abs(p) - reach, vec2<f32>(0.0)));
}

// Half the width of a cell's links: larger groups have wider ones. `cells.rs` has the same numbers.
fn link_reach(bits: u32) -> f32 {
    return 0.040 + 0.0125 * f32((bits >> WIDTH_SHIFT) & 3u);
}

// The links of a cell laid over `under`, at f from its point.
fn linked(groups: texture_2d<f32>, bits: u32, under: vec3<f32>, f: vec2<f32>, px: f32) -> vec3<f32> {
    let right = (bits & select(LINK_LEFT, LINK_RIGHT, f.x > 0.0)) != 0u;
    let up = (bits & select(LINK_DOWN, LINK_UP, f.y > 0.0)) != 0u;
    let reach = link_reach(bits);
    var away = length(f);
    away = min(away, select(away, abs(f.y), right));
    away = min(away, select(away, abs(f.x), up));
    let edge = cover(reach + 0.033, away, px);
    if edge <= 0.0 {
        return under;
    }
    let line = textureLoad(groups, vec2<i32>(i32((bits >> GROUP_SHIFT) & 63u), 0), 0).rgb;
    let dark = mix(under, line * 0.12, edge * 0.75);
    return mix(dark, line, cover(max(reach, px * 0.5), away, px));
}

// The mark of the stone placed last laid over `under`, at f from its point.
fn last_move(board: Board, bits: u32, under: vec3<f32>, f: vec2<f32>, px: f32) -> vec3<f32> {
    let mark = select(vec3<f32>(0.02, 0.022, 0.025), vec3<f32>(0.90, 0.90, 0.88), (bits & STONE) == BLACK);
    let drawn = 0.92 * cover(max(0.036 * board.marks.x, px * 0.5), abs(length(f) - board.look.y), px);
    return mix(under, mark, select(0.0, drawn, (bits & LAST) != 0u));
}

// The other marks of a cell laid over `under`, at f from its point.
fn marked(board: Board, bits: u32, under: vec3<f32>, f: vec2<f32>, px: f32) -> vec3<f32> {
    var color = under;
    let wide = board.marks.x;
    if (bits & ATARI) != 0u {
        let away = abs(length(f) - 0.375);
        color = mix(color, vec3<f32>(0.25, 0.0, 0.0), 0.6 * cover(0.062 * wide, away, px));
        color = mix(color, vec3<f32>(1.0, 0.10, 0.05), cover(max(0.036 * wide, px * 0.5), away, px));
    }
    if (bits & SUICIDE) != 0u {
        let turned = abs(vec2<f32>(f.x + f.y, f.x - f.y)) * 0.70711;
        let away = min(segment(turned, vec2<f32>(0.0, 0.19)), segment(turned, vec2<f32>(0.19, 0.0)));
        color = mix(color, vec3<f32>(0.95, 0.92, 0.86), 0.8 * cover(0.070 * wide, away, px));
        color = mix(color, vec3<f32>(0.42, 0.005, 0.09), cover(max(0.036 * wide, px * 0.5), away, px));
    }
    if (bits & SELECTED) != 0u {
        // White corners with a dark rim around them, on every ground.
        let away = abs(max(abs(f.x), abs(f.y)) - 0.42);
        let along = -min(abs(f.x), abs(f.y));
        let reach = max(0.036 * wide, px * 0.5);
        let dark = max(0.030, px);
        color = mix(color, vec3<f32>(0.006), cover(dark - 0.26, along, px) * cover(reach + dark, away, px));
        color = mix(color, vec3<f32>(1.0), cover(-0.26, along, px) * cover(reach, away, px));
    }
    return color;
}

// The rim of the slab, lit from the upper left. q is the distance beyond the slab's edges.
fn rim(color: vec3<f32>, side: vec2<f32>, q: vec2<f32>, px: vec2<f32>) -> vec3<f32> {
#ifdef PAPER
    return color;
#else
    let width = 0.07;
    let bevel = saturate((q + width) / max(px, vec2<f32>(width * 0.4)));
    let lit = vec2<f32>(-side.x, side.y);
    return color * (1.0 + 0.30 * bevel.x * lit.x) * (1.0 + 0.30 * bevel.y * lit.y);
#endif
}

// The table around the slab; `away` is the distance from the slab's shadow.
fn table(board: Board, p: vec2<f32>) -> vec3<f32> {
#ifdef PAPER
    return board.table.rgb;
#else
    let centre = (board.size - 1.0) * 0.5;
    let reach = centre + board.margin;
    let scale = board.thickness;
    let q = abs(p - centre - vec2<f32>(0.55, -0.7) * scale) - reach + 0.5 * scale;
    let away = length(max(q, vec2<f32>(0.0))) + min(max(q.x, q.y), 0.0);
    let t = saturate(away / (1.9 * scale));
    let far = (p - centre) / (reach.x + reach.y);
    let lamp = 1.10 - 0.42 * saturate(dot(far, far));
    return board.table.rgb * lamp * mix(board.look.w, 1.0, t * (2.0 - t));
#endif
}
