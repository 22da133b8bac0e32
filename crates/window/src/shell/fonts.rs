//! Fonts: those of egui, and one for Chinese, Japanese and Korean text.

use crate::platform::{Host, Platform};
use bevy::app::{App, PreUpdate};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Context, FontData, FontDefinitions, FontTweak};
use bevy_egui::{EguiContext, EguiPreUpdateSet};
use std::sync::Arc;

/// Name of the font for Chinese, Japanese and Korean text.
const NAME: &str = "Noto Sans CJK SC";

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        install.after(EguiPreUpdateSet::InitContexts).before(EguiPreUpdateSet::BeginPass),
    );
}

/// Gives new contexts the fonts before their first text.
fn install(mut contexts: Query<&mut EguiContext, Added<EguiContext>>) {
    for mut context in &mut contexts {
        give(context.get_mut());
    }
}

/// Sets the fonts of a context.
pub fn give(ctx: &Context) {
    let mut fonts = FontDefinitions::default();
    if let Some(font) = Host::cjk_font() {
        // At these sizes, hinting makes strokes uneven.
        let tweak = FontTweak { hinting: Some(false), ..FontTweak::default() };
        fonts.font_data.insert(NAME.into(), Arc::new(FontData::from_static(font).tweak(tweak)));
        for family in fonts.families.values_mut() {
            family.push(NAME.into());
        }
    }
    ctx.set_fonts(fonts);
}

/// True if only the font for Chinese, Japanese and Korean may have a character. A page then loads it.
#[cfg(any(target_family = "wasm", test))]
pub fn needs_cjk_font(character: char) -> bool {
    // Accents, Vietnamese, punctuation, signs that egui's fonts lack, and the scripts themselves.
    matches!(
        character,
        '\u{2c0}'..='\u{36f}'
            | '\u{1ea0}'..='\u{1ef9}'
            | '\u{2010}'..='\u{2012}'
            | '\u{2016}' | '\u{2025}' | '\u{2027}'
            | '\u{2032}'..='\u{2035}'
            | '\u{203b}'..='\u{205f}'
            | '\u{2100}'..='\u{2211}'
            | '\u{2213}'..='\u{2214}'
            | '\u{2216}'..='\u{2219}'
            | '\u{221d}'
            | '\u{221f}'..='\u{2247}'
            | '\u{2249}'..='\u{225f}'
            | '\u{2261}'..='\u{2263}'
            | '\u{2266}'..='\u{d7ff}'
            | '\u{f900}'..='\u{ffef}'
            | '\u{20000}'..
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{FontFamily, FontId, RawInput, Ui};
    use std::collections::HashSet;

    fn frame(ctx: &Context, show: impl FnMut(&mut Ui)) {
        ctx.run_ui(RawInput::default(), show).textures_delta.clear();
    }

    /// Returns a context with or without the font for Chinese, Japanese and Korean.
    fn context(with: bool) -> Context {
        let ctx = Context::default();
        if with {
            give(&ctx);
        }
        ctx
    }

    /// Returns the characters of a text that no font of a family has. Those of the font with the replacement
    /// character count as missing: for monospaced text that is the font with Latin letters.
    fn missing(ctx: &Context, family: FontFamily, text: &str) -> String {
        let id = FontId::new(13.0, family);
        let lacks = |&character: &char| !ctx.fonts_mut(|fonts| fonts.has_glyph(&id, character));
        text.chars().filter(|character| !character.is_whitespace()).filter(lacks).collect()
    }

    #[test]
    fn names_of_all_countries_where_go_is_played_can_be_written() {
        let ctx = Context::default();
        let names = "申真谞 朴廷桓 井山裕太 신진서 柯洁 囲碁 한국어 圍棋 變化圖 吳清源 林海峰 周俊勳 고노 최정 김은지 於之莹 \
            名人戦 「コウ」、アタリ。 ｱﾀﾘ １９路（白） ①⑳ ㊀ 卞相壹 羋昱廷 芈昱廷 髙尾紳路 謝依旻 辜梓豪 仲邑菫";
        let others =
            "Łukasz Čaće Đorđe Őry Şahin Œuvre Ångström Ξανθή Ελλάδα Илья Шикшин Ґалаґан Nguyễn Phước Đặng";
        frame(&ctx, |_| {});
        let lacking = missing(&ctx, FontFamily::Proportional, names);
        assert!(lacking.chars().count() > 60, "egui's own fonts have no such characters");
        give(&ctx);
        frame(&ctx, |_| {});
        assert_eq!(missing(&ctx, FontFamily::Proportional, names), "");
        assert_eq!(missing(&ctx, FontFamily::Monospace, names), "");
        assert_eq!(missing(&ctx, FontFamily::Proportional, others), "");
    }

    #[test]
    fn a_page_detects_characters_that_its_fonts_lack() {
        let lacking = |with: bool| {
            let ctx = context(with);
            frame(&ctx, |_| {});
            let all =
                ('\u{a1}'..='\u{3ffff}').filter(|character| !character.is_control()).collect::<String>();
            missing(&ctx, FontFamily::Proportional, &all)
        };
        let with = lacking(true).chars().collect::<HashSet<_>>();
        let more = lacking(false).chars().filter(|character| !with.contains(character)).collect::<String>();
        assert!(more.chars().count() > 17_000);
        let unknown = more.chars().filter(|&character| !needs_cjk_font(character)).collect::<String>();
        assert_eq!(unknown, "");
        assert!(!(' '..='\u{24f}').any(needs_cjk_font), "Latin letters need no other font");
    }

    #[test]
    fn the_font_changes_neither_row_heights_nor_other_texts() {
        let sizes = |with: bool| {
            let ctx = context(with);
            let mut sizes = Vec::new();
            frame(&ctx, |ui| {
                let row = |text: &str| {
                    ui.fonts_mut(|fonts| {
                        fonts
                            .layout_no_wrap(text.into(), super::super::theme::text_font(), Default::default())
                            .size()
                    })
                };
                sizes = ["White H17, group of 4: 3 liberties", "Черные ‹ΑΩ› ★"].map(row).to_vec();
                if with {
                    assert_eq!(row("申真谞").y, sizes[0].y);
                }
            });
            sizes
        };
        assert_eq!(sizes(true), sizes(false));
    }
}
