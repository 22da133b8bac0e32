// A whole board with one quad, which fills the view of a board that is alone: every pixel finds its cell and draws what
// stands there. From above a ray meets one cell; in orbit it walks through the cells under it.
//
// Software adapters run both sides of every branch, so what is seldom needed is a variant: FAR for boards whose cells
// are too small to see, BETWEEN where they turn into that, MARKS where there are any but that of the last move, MOTION while stones fall or leave,
// PAPER for print: nothing is lit.

#import stonefield::common as common

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> board: common::Board;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var states: texture_2d<u32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var heat: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var smooth_sampler: sampler;
@group(#{MATERIAL_BIND_GROUP}) @binding(4) var wood: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(5) var wood_sampler: sampler;
@group(#{MATERIAL_BIND_GROUP}) @binding(6) var distant: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(7) var groups: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(8) var<uniform> sight: Sight;

// The whole view, also where only a part of it is drawn: so each pixel is the same in any part.
struct Sight {
    board_from_clip: mat4x4<f32>,
    // The pixels of the view: the upper left corner, width and height.
    pixels: vec4<f32>,
    // Where the quad lies in the clip space of the camera: its lower left and its upper right corner.
    quad: vec4<f32>,
    // y: how much of what is drawn `distant` is; z and w: the parts of it that a cell is.
    density: vec4<f32>,
}

struct Corner {
    @builtin(position) clip: vec4<f32>,
}

@vertex
fn vertex(@location(0) position: vec3<f32>) -> Corner {
    return Corner(vec4<f32>(mix(sight.quad.xy, sight.quad.zw, position.xy * 0.5 + 0.5), 0.0, 1.0));
}

// A pixel. Its depth is 1 where a stone is and 0 elsewhere, so that bands drawn later lie below the stones.
struct Pixel {
    @builtin(frag_depth) depth: f32,
    @location(0) color: vec4<f32>,
}

fn drawn(color: vec3<f32>, on_stone: bool) -> Pixel {
    return Pixel(select(0.0, 1.0, on_stone), vec4<f32>(color, 1.0));
}

// A place on the line of sight through a pixel, in board coordinates: `depth` is 1 at the eye's near plane.
fn seen(pixel: vec2<f32>, depth: f32) -> vec3<f32> {
    let at = (pixel - sight.pixels.xy) / sight.pixels.zw * 2.0 - 1.0;
    let place = sight.board_from_clip * vec4<f32>(at.x, -at.y, depth, 1.0);
    return place.xyz / place.w;
}

// The board's surface with everything that lies flat on it.
fn ground(bits: u32, p: vec2<f32>, f: vec2<f32>, px: vec2<f32>) -> vec3<f32> {
    let along = (p + board.margin) / (max(board.size.x, board.size.y) - 1.0 + 2.0 * board.margin);
    let grain = textureSampleLevel(wood, wood_sampler, along, 0.0).rgb * 2.0;
    var warmth = vec3<f32>(0.0);
    if board.look.x > 0.0 {
        warmth = textureSampleLevel(heat, smooth_sampler, common::on_heat(board, p), 0.0).rgb;
    }
    var color = common::surface(board, warmth, grain, p);
    var ink = common::grid(board, p, f, px);
    if (bits & common::STAR) != 0u {
        ink = max(ink, common::cover(0.115, length(f), max(px.x, px.y)));
    }
    color *= 1.0 - 0.86 * ink;
#ifdef PAPER
    return color;
#else
#ifdef MOTION
    return color * common::shade_of_flying(states, board, p - f, f);
#else
    return color * common::shade(bits, f);
#endif
#endif
}

// From far away a cell is a few pixels or less: `distant` holds the mean light of blocks of cells, and how far they cover the wood's grain.
fn from_far(p: vec2<f32>) -> vec3<f32> {
    let inside = saturate(0.5 - (abs(p - (board.size - 1.0) * 0.5) - board.size * 0.5));
    let texel = textureSampleLevel(distant, smooth_sampler, (p + 0.5) * sight.density.zw, 0.0);
    let seen = texel.rgb * texel.rgb;
    let along = (p + board.margin) / (max(board.size.x, board.size.y) - 1.0 + 2.0 * board.margin);
#ifdef PAPER
    let grain = vec3<f32>(1.0);
#else
    let grain = textureSampleLevel(wood, wood_sampler, along, 0.0).rgb * 2.0;
#endif
    let shown = min(inside.x, inside.y);
    return mix(board.wood.rgb, seen, shown) * mix(grain, vec3<f32>(1.0), shown * texel.a * texel.a);
}

#ifdef FLAT

@fragment
fn fragment(in: Corner) -> Pixel {
    let p = seen(in.clip.xy, 1.0).xy;
    let px = fwidth(p.x);
    let centre = (board.size - 1.0) * 0.5;
    let q = abs(p - centre) - centre - board.margin;
    let beyond = max(q.x, q.y);
    if beyond > 0.5 * px {
        return drawn(common::table(board, p), false);
    }
#ifdef FAR
    let far = common::rim(from_far(p), sign(p - centre), q, vec2<f32>(px));
    return drawn(mix(common::table(board, p), far, saturate(0.5 - beyond / px)), false);
#else
    let cell = floor(p + 0.5);
    let f = p - cell;
    let bits = common::cell_bits(states, board, cell);
    let d = f - common::offset(bits);
    let r2 = dot(d, d);
    let is_stone = (bits & common::STONE) != 0u;
    var color = vec3<f32>(0.0);
    var on_stone = false;
#ifdef MOTION
    // A stone in the air is nearer to the eye; more than this would reach into the next cell.
    let air = common::flight(bits);
    let radius = common::RADIUS * (1.0 + 0.055 * air.x);
    let solid = air.y;
#else
    let radius = common::RADIUS;
    let solid = 1.0;
#endif
    let inner = radius - px;
    let whole = is_stone && r2 < inner * inner && (bits >> common::LIFT_SHIFT) == 0u && (bits & common::GHOST) == 0u;
    if !whole {
        color = ground(bits, p, f, vec2<f32>(px));
        if beyond > -0.5 {
            color = common::rim(color, sign(p - centre), q, vec2<f32>(px));
            if beyond > -0.5 * px {
                color = mix(common::table(board, p), color, saturate(0.5 - beyond / px));
            }
        }
    }
    if is_stone {
        let edge = common::cover(radius, sqrt(r2), px);
        if edge > 0.0 {
            let slope = d * (0.80 / radius);
            let n = vec3<f32>(slope, sqrt(max(1.0 - dot(slope, slope), 0.0)));
            let body = common::stone(bits, d, n, vec3<f32>(0.0, 0.0, 1.0), px);
            let ghost = select(solid, 0.5, (bits & common::GHOST) != 0u);
            color = mix(color, body, edge * ghost);
            on_stone = edge * ghost > 0.5;
        }
    }
    if (bits & common::LINKS) != 0u {
        color = common::linked(groups, bits, color, f, px);
    }
    color = common::last_move(board, bits, color, f, px);
#ifdef MARKS
    color = common::marked(board, bits, color, f, px);
#endif
#ifdef BETWEEN
    if beyond < 0.0 {
        color = mix(color, common::rim(from_far(p), sign(p - centre), q, vec2<f32>(px)), sight.density.y);
    }
#endif
    return drawn(color, on_stone);
#endif
}

#else

// What a ray meets: colour, and how much of the pixel it covers.
fn lens(bits: u32, cell: vec2<f32>, origin: vec3<f32>, ray: vec3<f32>, px_per_length: f32) -> vec4<f32> {
#ifdef MOTION
    let air = common::flight(bits);
    let middle = vec3<f32>(cell + common::offset(bits), common::HALF + common::RISE * air.x);
    let solid = air.y;
#else
    let middle = vec3<f32>(cell + common::offset(bits), common::HALF);
    let solid = 1.0;
#endif
    let squash = vec3<f32>(1.0 / common::RADIUS, 1.0 / common::RADIUS, 1.0 / common::HALF);
    let o = (origin - middle) * squash;
    let r = ray * squash;
    let a = dot(r, r);
    let b = dot(o, r);
    // Rounding must not make it negative: its root is taken.
    let near2 = max(dot(o, o) - b * b / a, 0.0);
    let reach = -b / a;
    let px = px_per_length * reach;
    // The silhouette's radius lies between the stone's radius and half its thickness.
    let silhouette = common::RADIUS * mix(0.55, 1.0, abs(ray.z));
    let edge = saturate((1.0 - sqrt(near2)) * silhouette / px + 0.5);
    if edge <= 0.0 {
        return vec4<f32>(0.0);
    }
    let hit = o + r * (reach - sqrt(max(1.0 - near2, 0.0) / a));
    let n = normalize(hit * squash);
    let d = hit.xy * common::RADIUS;
    var color = common::stone(bits, d, n, -ray, px);
    let f = d + common::offset(bits);
    color = common::last_move(board, bits, color, f, px);
#ifdef MARKS
    color = common::marked(board, bits, color, f, px);
#endif
    let ghost = select(solid, 0.5, (bits & common::GHOST) != 0u);
    return vec4<f32>(color, edge * ghost);
}

// The sides of the slab and the table it lies on.
fn around(origin: vec3<f32>, ray: vec3<f32>, centre: vec2<f32>, reach: vec2<f32>) -> vec3<f32> {
    let o = origin - vec3<f32>(centre, 0.0);
    let t = (reach * sign(o.xy) - o.xy) / ray.xy;
    let on_x = o + ray * t.x;
    let on_y = o + ray * t.y;
    let deep = -board.thickness;
    if abs(on_x.y) < reach.y && on_x.z < 0.0 && on_x.z > deep && t.x > 0.0 {
        return side(on_x.y + centre.y, on_x.z, select(0.42, 0.66, o.x < 0.0));
    }
    if abs(on_y.x) < reach.x && on_y.z < 0.0 && on_y.z > deep && t.y > 0.0 {
        return side(on_y.x + centre.x, on_y.z, select(0.50, 0.74, o.y > 0.0));
    }
    let down = (deep - o.z) / ray.z;
    if ray.z >= 0.0 {
#ifdef PAPER
        return board.table.rgb;
#else
        return board.table.rgb * 0.68;
#endif
    }
    return common::table(board, (o + ray * down).xy + centre);
}

fn side(along: f32, z: f32, light: f32) -> vec3<f32> {
#ifdef PAPER
    return board.wood.rgb * (0.5 + 0.5 * light);
#else
    let uv = vec2<f32>(z * 0.11, along / (max(board.size.x, board.size.y) + 1.0));
    let grain = textureSampleLevel(wood, wood_sampler, uv, 0.0).rgb * 2.0;
    let foot = 0.72 + 0.28 * saturate(1.0 + z / board.thickness);
    return board.wood.rgb * grain * light * foot;
#endif
}

@fragment
fn fragment(in: Corner) -> Pixel {
    let origin = seen(in.clip.xy, 1.0);
    let ray = normalize(seen(in.clip.xy, 0.5) - origin);
    let centre = (board.size - 1.0) * 0.5;
    let reach = centre + board.margin;
    let px_per_length = length(fwidth(ray)) * 0.75;
    let down = -1.0 / min(ray.z, -1e-4);
    let p = origin.xy + ray.xy * (origin.z * down);
    let px = max(fwidth(p), vec2<f32>(1e-4));
    let q = abs(p - centre) - reach;
    let beyond = max(q.x, q.y);

    var color = vec3<f32>(0.0);
    var left = 1.0;
    let top = board.look.z;
    let entry = origin.xy + ray.xy * ((origin.z - top) * down);
    let entry_q = abs(entry - centre) - reach;
#ifndef FAR
    let near_board = min(beyond, max(entry_q.x, entry_q.y)) < 0.0 && ray.z < 0.0;
    if near_board {
        var cell = floor(entry + 0.5);
        let last = floor(p + 0.5);
        let step = select(vec2<f32>(-1.0), vec2<f32>(1.0), ray.xy >= vec2<f32>(0.0));
        let per_cell = 1.0 / max(abs(ray.xy), vec2<f32>(1e-6));
        var next = (cell + 0.5 * step - entry) * step * per_cell;
        for (var i = 0; i < 6; i += 1) {
            let bits = common::cell_bits(states, board, cell);
            if (bits & common::STONE) != 0u {
                let seen = lens(bits, cell, origin, ray, px_per_length);
                color += left * seen.a * seen.rgb;
                left *= 1.0 - seen.a;
                if left < 0.01 {
                    break;
                }
            }
            if all(cell == last) {
                break;
            }
            if next.x < next.y {
                next.x += per_cell.x;
                cell.x += step.x;
            } else {
                next.y += per_cell.y;
                cell.y += step.y;
            }
        }
    }
#endif
    if left >= 0.01 {
        var under: vec3<f32>;
        let edge = saturate(0.5 - max(q.x / px.x, q.y / px.y));
        if edge > 0.0 && ray.z < 0.0 {
            let cell = floor(p + 0.5);
            let f = p - cell;
#ifdef FAR
            under = from_far(p);
#else
            let bits = common::cell_bits(states, board, cell);
            under = ground(bits, p, f, px);
#ifdef MARKS
            under = common::marked(board, bits, under, f, max(px.x, px.y));
#endif
#endif
            under = common::rim(under, sign(p - centre), q, px);
        }
        if edge < 1.0 || ray.z >= 0.0 {
            under = mix(around(origin, ray, centre, reach), under, select(edge, 0.0, ray.z >= 0.0));
        }
        color += left * under;
    }
#ifndef FAR
    // Links are straight lines over the stones.
    let over = origin.xy + ray.xy * ((origin.z - 0.9 * common::TOP) * down);
    let over_q = abs(over - centre) - reach;
    if max(over_q.x, over_q.y) < 0.0 && ray.z < 0.0 {
        let cell = floor(over + 0.5);
        let bits = common::cell_bits(states, board, cell);
        if (bits & common::LINKS) != 0u {
            color = common::linked(groups, bits, color, over - cell, max(px.x, px.y));
        }
    }
#endif
#ifdef BETWEEN
    if beyond < 0.0 && ray.z < 0.0 {
        color = mix(color, common::rim(from_far(p), sign(p - centre), q, px), sight.density.y);
    }
#endif
    return drawn(color, left < 0.5);
}

#endif
