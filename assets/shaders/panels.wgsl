// The panels' shader with the six powers of its colour conversions replaced by roots and polynomials: on a
// software adapter they cost as much as the whole board.
//
// CITE: approximations of the sRGB curve, I. Taylor, "sRGB Approximations for HLSL", chilliant.com, 2012

struct Transform {
    scale: vec2<f32>,
    translation: vec2<f32>,
}

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec4<f32>,
    @location(1) uv: vec2<f32>,
}

@group(0) @binding(0) var<uniform> transform: Transform;
@group(1) @binding(0) var image_texture: texture_2d<f32>;
@group(1) @binding(1) var image_sampler: sampler;

@vertex
fn vs_main(
    @location(0) position: vec2<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) color: vec4<f32>,
) -> Corner {
    return Corner(vec4<f32>(position * transform.scale + transform.translation, 0.0, 1.0), color, uv);
}

fn gamma(linear: vec3<f32>) -> vec3<f32> {
    let root = sqrt(linear);
    let fourth = sqrt(root);
    return 0.662002687 * root + 0.684122060 * fourth - 0.323583601 * sqrt(fourth) - 0.0225411470 * linear;
}

fn linear(gamma: vec3<f32>) -> vec3<f32> {
    return gamma * (gamma * (gamma * 0.305306011 + 0.682171111) + 0.012522878);
}

@fragment
fn fs_main(in: Corner) -> @location(0) vec4<f32> {
    let texel = textureSampleLevel(image_texture, image_sampler, in.uv, 0.0);
    let color = vec4<f32>(gamma(texel.rgb), texel.a) * in.color;
    return vec4<f32>(linear(color.rgb), color.a);
}
