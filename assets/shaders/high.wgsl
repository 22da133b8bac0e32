// Lit meshes with the board's marks on them: kind 0 is the slab, 1 a black stone, 2 a white one.

#import bevy_pbr::{
    forward_io::{FragmentOutput, VertexOutput},
    pbr_fragment::pbr_input_from_standard_material,
    pbr_functions::{apply_pbr_lighting, main_pass_post_lighting_processing},
}
#import stonefield::common as common

@group(#{MATERIAL_BIND_GROUP}) @binding(100) var<uniform> board: common::Board;
@group(#{MATERIAL_BIND_GROUP}) @binding(101) var<uniform> kind: vec4<u32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(102) var states: texture_2d<u32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(103) var heat: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(104) var smooth_sampler: sampler;
@group(#{MATERIAL_BIND_GROUP}) @binding(105) var wood: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(106) var wood_sampler: sampler;

fn slab(p: vec2<f32>, z: f32, up: bool, px: vec2<f32>) -> vec3<f32> {
    let extent = max(board.size.x, board.size.y) - 1.0 + 2.0 * board.margin;
    let uv = select(vec2<f32>(z * 0.11, (p.x + p.y) / extent), (p + board.margin) / extent, up);
    let grain = textureSampleLevel(wood, wood_sampler, uv, 0.0).rgb * 2.0;
    if !up {
        return board.wood.rgb * grain * 1.1;
    }
    let warmth = textureSampleLevel(heat, smooth_sampler, common::on_heat(board, p), 0.0).rgb;
    let cell = floor(p + 0.5);
    let f = p - cell;
    let bits = common::cell_bits(states, board, cell);
    var color = common::surface(board, warmth, grain, p);
    var ink = common::grid(board, p, f, px);
    if (bits & common::STAR) != 0u {
        ink = max(ink, common::cover(0.115, length(f), max(px.x, px.y)));
    }
    color *= 1.0 - 0.86 * ink;
    let centre = (board.size - 1.0) * 0.5;
    color = common::rim(color, sign(p - centre), abs(p - centre) - centre - board.margin, px);
    return common::marked(board, bits, color, f, max(px.x, px.y));
}

fn shell(base: vec3<f32>, bits: u32, d: vec2<f32>, px: f32) -> vec3<f32> {
    let turn = f32(bits >> common::VARIETY_SHIFT & 15u) * 0.39;
    let along = vec2<f32>(cos(turn), sin(turn));
    let line = abs(fract(dot(d, along) * 11.0 + 3.0 * d.y * d.y + turn) - 0.5);
    return base * (1.0 - 0.07 * saturate(line * 5.0 - 1.6) * saturate(2.0 - px * 33.0));
}

@fragment
fn fragment(in: VertexOutput, @builtin(front_facing) is_front: bool) -> FragmentOutput {
    var lit = pbr_input_from_standard_material(in, is_front);
    let world = in.world_position.xyz;
    let p = vec2<f32>(world.x, -world.z) + (board.size - 1.0) * 0.5;
    let px = max(fwidth(p), vec2<f32>(1e-4));
    let up = in.world_normal.y > 0.5;
    var color = lit.material.base_color.rgb;
    if kind.x == 0u {
        color = slab(p, world.y, up, px);
    } else {
        let cell = floor(p + 0.5);
        let bits = common::cell_bits(states, board, cell);
        let f = p - cell;
        let wide = max(px.x, px.y);
        if kind.x == 2u {
            color = shell(color, bits, f, wide);
        }
        if in.world_normal.y > 0.0 {
            color = common::marked(board, bits, common::last_move(board, bits, color, f, wide), f, wide);
        }
    }
    lit.material.base_color = vec4<f32>(color, lit.material.base_color.a);
    var out: FragmentOutput;
    out.color = apply_pbr_lighting(lit);
    out.color = main_pass_post_lighting_processing(lit, out.color);
    return out;
}
