//! Colours and styles of the panels for each theme: light, dark, print and high contrast.

use super::palette::Theme;
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Vec2, Visuals,
    epaint::{FontColorTransferFunction, TextOptions},
    style::{HandleShape, ScrollFadeStyle, ScrollStyle, Selection, WidgetVisuals, Widgets},
};

/// Returns a colour for the panels' painter. Red, green and blue are from 0 to 1.
#[must_use]
pub fn rgb(color: [f32; 3]) -> Color32 {
    let [red, green, blue] = color.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8);
    Color32::from_rgb(red, green, blue)
}

/// Colours that distinguish boards beside each other, compared minds, or sets of results. Colours with hues
/// that colour-blind users confuse differ in lightness. All are visible on wood.
pub const INKS: [Color32; 6] = [
    Color32::from_rgb(0x14, 0x5c, 0xb8),
    Color32::from_rgb(0xff, 0xa0, 0x2e),
    Color32::from_rgb(0x0b, 0x6e, 0x4f),
    Color32::from_rgb(0xf4, 0xb6, 0xdc),
    Color32::from_rgb(0x86, 0x1a, 0x3c),
    Color32::from_rgb(0x9f, 0xe3, 0xff),
];

/// Returns the colour of text on the colour with this index in [`INKS`].
#[must_use]
pub fn text_on(index: usize) -> Color32 {
    let ink = INKS[index % INKS.len()];
    if ink.intensity() > 0.5 { Color32::from_rgb(0x1c, 0x12, 0x06) } else { Color32::WHITE }
}

/// Colours of the panels.
#[derive(Clone, Copy, Debug)]
pub struct PanelColors {
    /// Background of panels.
    pub panel: Color32,
    /// Background of fields and lists.
    pub well: Color32,
    /// Dividing lines and outlines.
    pub line: Color32,
    /// Headings and numbers.
    pub strong: Color32,
    /// Usual text.
    pub text: Color32,
    /// Labels and hints.
    pub weak: Color32,
    /// Buttons at rest, hovered and pressed.
    pub button: [Color32; 3],
    /// Text on a disabled button.
    pub off: Color32,
    /// Button to press next. Nothing else has this colour.
    pub accent: Color32,
    /// Outline of a chosen option.
    pub chosen: Color32,
    /// Selected rows and text, and sliders up to their values.
    pub sand: Color32,
    /// Switches that are on, links, and good results.
    pub on: Color32,
    /// Text on [`PanelColors::accent`] and [`PanelColors::on`].
    pub on_accent: Color32,
    /// Errors and refusals.
    pub error: Color32,
    /// Background of plots, on which black and white lines are visible.
    pub wood: Color32,
    /// Grid lines on [`PanelColors::wood`].
    pub wood_line: Color32,
    /// Black's line in plots.
    pub black: Color32,
    /// White's line in plots.
    pub white: Color32,
    /// Third line colour on [`PanelColors::wood`].
    pub warm: Color32,
    /// Board, as the background of text on it.
    pub board: Color32,
    /// Text on the board beside its stones.
    pub board_ink: Color32,
    /// Width of the outline of the widget with keyboard focus, in points.
    pub ring: f32,
    /// True if buttons have outlines.
    pub outlined: bool,
}

const LIGHT: PanelColors = PanelColors {
    panel: Color32::from_rgb(0xf4, 0xee, 0xe3),
    well: Color32::from_rgb(0xfd, 0xfa, 0xf4),
    line: Color32::from_rgb(0xdc, 0xd0, 0xbd),
    strong: Color32::from_rgb(0x1f, 0x19, 0x12),
    text: Color32::from_rgb(0x3c, 0x33, 0x29),
    weak: Color32::from_rgb(0x71, 0x63, 0x50),
    button: [
        Color32::from_rgb(0xe7, 0xdc, 0xca),
        Color32::from_rgb(0xdf, 0xd0, 0xb8),
        Color32::from_rgb(0xd2, 0xbf, 0xa1),
    ],
    off: Color32::from_rgb(0xb9, 0xab, 0x96),
    accent: Color32::from_rgb(0x33, 0x57, 0x7b),
    chosen: Color32::from_rgb(0x6b, 0x53, 0x30),
    sand: Color32::from_rgb(0x9c, 0x81, 0x55),
    on: Color32::from_rgb(0x4a, 0x74, 0x53),
    on_accent: Color32::from_rgb(0xff, 0xf8, 0xee),
    error: Color32::from_rgb(0xb0, 0x1e, 0x14),
    wood: Color32::from_rgb(0xb9, 0x93, 0x5f),
    wood_line: Color32::from_rgb(0xa6, 0x82, 0x51),
    black: Color32::from_rgb(0x14, 0x11, 0x0e),
    white: Color32::from_rgb(0xff, 0xfc, 0xf4),
    warm: Color32::from_rgb(0x8c, 0x1d, 0x10),
    board: Color32::from_rgb(0xdd, 0xb8, 0x7c),
    board_ink: Color32::from_rgb(0x4a, 0x33, 0x1a),
    ring: 2.0,
    outlined: false,
};

const DARK: PanelColors = PanelColors {
    panel: Color32::from_rgb(0x21, 0x1c, 0x18),
    well: Color32::from_rgb(0x17, 0x13, 0x10),
    line: Color32::from_rgb(0x3f, 0x37, 0x2f),
    strong: Color32::from_rgb(0xfb, 0xf4, 0xe8),
    text: Color32::from_rgb(0xdf, 0xd5, 0xc6),
    weak: Color32::from_rgb(0xa0, 0x93, 0x82),
    button: [
        Color32::from_rgb(0x38, 0x31, 0x2a),
        Color32::from_rgb(0x46, 0x3d, 0x34),
        Color32::from_rgb(0x55, 0x4a, 0x3e),
    ],
    off: Color32::from_rgb(0x6b, 0x60, 0x53),
    accent: Color32::from_rgb(0xe2, 0x86, 0x55),
    chosen: Color32::from_rgb(0xf0, 0xdf, 0xb8),
    sand: Color32::from_rgb(0x7a, 0x6b, 0x55),
    on: Color32::from_rgb(0x6f, 0x9c, 0x78),
    on_accent: Color32::from_rgb(0x1c, 0x12, 0x0b),
    error: Color32::from_rgb(0xff, 0x8a, 0x70),
    wood: Color32::from_rgb(0x86, 0x69, 0x45),
    wood_line: Color32::from_rgb(0x98, 0x79, 0x52),
    black: Color32::from_rgb(0x10, 0x0d, 0x0a),
    white: Color32::from_rgb(0xff, 0xfa, 0xf0),
    warm: Color32::from_rgb(0xff, 0xc4, 0x8a),
    board: Color32::from_rgb(0xdd, 0xb8, 0x7c),
    board_ink: Color32::from_rgb(0x4a, 0x33, 0x1a),
    ring: 2.0,
    outlined: false,
};

const PRINT: PanelColors = PanelColors {
    panel: Color32::WHITE,
    well: Color32::from_rgb(0xfa, 0xfa, 0xfa),
    line: Color32::from_rgb(0xc4, 0xc4, 0xc4),
    strong: Color32::BLACK,
    text: Color32::from_rgb(0x1c, 0x1c, 0x1c),
    weak: Color32::from_rgb(0x52, 0x52, 0x52),
    button: [
        Color32::from_rgb(0xec, 0xec, 0xec),
        Color32::from_rgb(0xdd, 0xdd, 0xdd),
        Color32::from_rgb(0xcc, 0xcc, 0xcc),
    ],
    off: Color32::from_rgb(0xa0, 0xa0, 0xa0),
    accent: Color32::from_rgb(0x20, 0x20, 0x20),
    chosen: Color32::BLACK,
    sand: Color32::from_rgb(0x8e, 0x8e, 0x8e),
    on: Color32::from_rgb(0x4c, 0x4c, 0x4c),
    on_accent: Color32::WHITE,
    error: Color32::from_rgb(0x8c, 0x0c, 0x0c),
    wood: Color32::from_rgb(0xd6, 0xd6, 0xd6),
    wood_line: Color32::from_rgb(0xc2, 0xc2, 0xc2),
    black: Color32::BLACK,
    white: Color32::WHITE,
    warm: Color32::from_rgb(0x50, 0x50, 0x50),
    board: Color32::WHITE,
    board_ink: Color32::BLACK,
    ring: 2.0,
    outlined: false,
};

const HIGH_CONTRAST: PanelColors = PanelColors {
    panel: Color32::BLACK,
    well: Color32::from_rgb(0x08, 0x08, 0x08),
    line: Color32::from_rgb(0xb4, 0xb4, 0xb4),
    strong: Color32::WHITE,
    text: Color32::WHITE,
    weak: Color32::from_rgb(0xe2, 0xe2, 0xe2),
    button: [
        Color32::from_rgb(0x14, 0x14, 0x14),
        Color32::from_rgb(0x2c, 0x2c, 0x2c),
        Color32::from_rgb(0x46, 0x46, 0x46),
    ],
    off: Color32::from_rgb(0xa2, 0xa2, 0xa2),
    accent: Color32::from_rgb(0xff, 0xd8, 0x20),
    chosen: Color32::from_rgb(0x5c, 0xe6, 0xff),
    // No other grey has a contrast of 7 to white and of 3 to black.
    sand: Color32::from_rgb(0x59, 0x59, 0x59),
    on: Color32::from_rgb(0x62, 0xf0, 0x8a),
    on_accent: Color32::BLACK,
    error: Color32::from_rgb(0xff, 0x9a, 0x8c),
    wood: Color32::from_rgb(0x75, 0x75, 0x75),
    wood_line: Color32::from_rgb(0x8c, 0x8c, 0x8c),
    black: Color32::BLACK,
    white: Color32::WHITE,
    warm: Color32::from_rgb(0xff, 0xe0, 0x60),
    board: Color32::from_rgb(0xf1, 0xce, 0x94),
    board_ink: Color32::BLACK,
    ring: 3.5,
    outlined: true,
};

impl PanelColors {
    /// Returns the colours of a theme.
    #[must_use]
    pub const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Print => &PRINT,
            Theme::HighContrast => &HIGH_CONTRAST,
        }
    }

    /// Returns the colours of the theme that is applied to a context.
    #[must_use]
    pub fn of_context(ctx: &egui::Context) -> &'static Self {
        Self::of_visuals(&ctx.global_style().visuals)
    }

    /// Returns the colours of the theme that is applied to `ui`.
    #[must_use]
    pub fn here(ui: &egui::Ui) -> &'static Self {
        Self::of_visuals(ui.visuals())
    }

    /// Returns the colours of the theme with the same background of panels.
    fn of_visuals(visuals: &Visuals) -> &'static Self {
        let themes = Theme::ALL.map(Self::of);
        let default = if visuals.dark_mode { &DARK } else { &LIGHT };
        themes.into_iter().find(|colors| colors.panel == visuals.panel_fill).unwrap_or(default)
    }
}

/// Returns the font of text and buttons, of 13 points.
#[must_use]
pub const fn text_font() -> FontId {
    FontId::new(13.0, FontFamily::Proportional)
}

/// Returns the font of code and of columns of figures, of 13 points.
#[must_use]
pub const fn mono_font() -> FontId {
    FontId::new(13.0, FontFamily::Monospace)
}

/// Returns the font of headings of sections, of 15 points.
#[must_use]
pub const fn section_font() -> FontId {
    FontId::new(15.0, FontFamily::Proportional)
}

/// Returns the font of titles of cards and windows, of 20 points.
#[must_use]
pub const fn title_font() -> FontId {
    FontId::new(20.0, FontFamily::Proportional)
}

/// Returns the text style of section headings.
#[must_use]
pub fn heading() -> TextStyle {
    TextStyle::Name("section".into())
}

/// Applies a theme and a scale to a context.
pub fn apply(ctx: &egui::Context, theme: Theme, ui_scale: f32) {
    let colors = PanelColors::of(theme);
    let dark = theme.is_dark();
    ctx.set_theme(if dark { egui::Theme::Dark } else { egui::Theme::Light });
    ctx.set_zoom_factor(ui_scale);
    ctx.options_mut(|options| {
        options.zoom_with_keyboard = false;
        // With slow frames the end of a click is noticed late.
        options.input_options.max_click_duration = 2.0;
        options.max_passes = std::num::NonZeroUsize::MIN;
    });
    ctx.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Small, text_font()),
            (TextStyle::Body, text_font()),
            (TextStyle::Button, text_font()),
            (TextStyle::Heading, title_font()),
            (TextStyle::Monospace, mono_font()),
            (heading(), section_font()),
        ]
        .into();
        style.animation_time = 0.08;
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.35;
        let spacing = &mut style.spacing;
        spacing.item_spacing = Vec2::new(6.0, 5.0);
        spacing.button_padding = Vec2::new(8.0, 3.0);
        spacing.interact_size = Vec2::new(34.0, 22.0);
        spacing.slider_rail_height = 5.0;
        spacing.icon_width = 16.0;
        spacing.icon_width_inner = 9.0;
        spacing.icon_spacing = 6.0;
        spacing.combo_height = 320.0;
        spacing.tooltip_width = 300.0;
        spacing.menu_margin = Margin::same(5);
        spacing.window_margin = Margin::same(14);
        let fade = ScrollFadeStyle { strength: 0.0, ..ScrollFadeStyle::default() };
        spacing.scroll = ScrollStyle { bar_width: 7.0, floating_width: 4.0, fade, ..ScrollStyle::floating() };
        style.visuals = visuals(colors, dark);
    });
}

fn visuals(colors: &PanelColors, dark: bool) -> Visuals {
    let widget = |fill: Color32, line: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, line),
        corner_radius: CornerRadius::same(5),
        fg_stroke: Stroke::new(1.25, text),
        expansion: 0.0,
    };
    let [rest, hover, press] = colors.button;
    let edge = if colors.outlined { colors.line } else { Color32::TRANSPARENT };
    Visuals {
        text_options: TextOptions {
            // The font is thin, so dark text on a light background needs more weight.
            color_transfer_function: if dark {
                FontColorTransferFunction::DARK_MODE_DEFAULT
            } else {
                FontColorTransferFunction::Gamma(0.6)
            },
            ..TextOptions::default()
        },
        override_text_color: None,
        weak_text_color: Some(colors.weak),
        widgets: Widgets {
            noninteractive: widget(colors.panel, colors.line, colors.text),
            inactive: widget(rest, edge, colors.text),
            hovered: widget(hover, edge, colors.strong),
            // Pressed widgets, and widgets with keyboard focus.
            active: widget(press, edge, colors.strong),
            open: widget(hover, colors.line, colors.strong),
        },
        selection: Selection { bg_fill: colors.sand, stroke: Stroke::new(1.0, colors.strong) },
        hyperlink_color: colors.on,
        faint_bg_color: colors.panel.lerp_to_gamma(colors.line, 0.35),
        extreme_bg_color: colors.well,
        code_bg_color: colors.well,
        warn_fg_color: colors.error,
        error_fg_color: colors.error,
        window_corner_radius: CornerRadius::same(10),
        window_shadow: Shadow::NONE,
        window_fill: colors.panel,
        window_stroke: Stroke::new(1.0, colors.line),
        window_highlight_topmost: false,
        menu_corner_radius: CornerRadius::same(7),
        panel_fill: colors.panel,
        popup_shadow: Shadow::NONE,
        indent_has_left_vline: false,
        slider_trailing_fill: true,
        handle_shape: HandleShape::Circle,
        disabled_alpha: 0.6,
        ..if dark { Visuals::dark() } else { Visuals::light() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the contrast ratio of two colours, 1 to 21.
    // CITE: W3C, Web Content Accessibility Guidelines 2.2, "contrast ratio" and "relative luminance", 2023
    fn contrast(one: Color32, other: Color32) -> f64 {
        let light = |color: Color32| {
            let [red, green, blue] = [color.r(), color.g(), color.b()].map(|part| {
                let part = f64::from(part) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let (one, other) = (light(one), light(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn text_and_marks_have_enough_contrast() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 1e-9);
        for theme in Theme::ALL {
            let c = PanelColors::of(theme);
            let [rest, hover, press] = c.button;
            let texts = [
                ("text", c.text, &[c.panel, c.well, rest, hover][..]),
                ("strong", c.strong, &[c.panel, c.well, rest, hover, press, c.sand]),
                ("weak", c.weak, &[c.panel, c.well]),
                ("error", c.error, &[c.panel, c.well]),
                ("on_accent", c.on_accent, &[c.accent, c.on]),
                ("on, as a link", c.on, &[c.panel]),
                ("board_ink", c.board_ink, &[rgb(theme.board())]),
            ];
            let marks = [
                ("accent", c.accent, &[c.panel][..]),
                ("chosen", c.chosen, &[c.panel, c.well, rest, hover]),
                ("sand", c.sand, &[c.panel]),
                ("on", c.on, &[c.panel, c.well]),
            ];
            // WCAG requires a contrast of 7 for text at level AAA, 4.5 at level AA, and 3 for marks at both.
            let for_text = if theme == Theme::HighContrast { 7.0 } else { 4.5 };
            for (required, list) in [(for_text, &texts[..]), (3.0, &marks[..])] {
                for (name, ink, grounds) in list {
                    for &ground in *grounds {
                        let ratio = (contrast(*ink, ground) * 100.0).round() / 100.0;
                        assert!(ratio >= required, "{theme:?}: {name} on {ground:?} has {ratio:.2}");
                    }
                }
            }
        }
    }

    #[test]
    fn lines_and_disabled_text_have_high_contrast() {
        let c = PanelColors::of(Theme::HighContrast);
        for ground in [c.panel, c.well, c.button[0]] {
            assert!(contrast(c.line, ground) >= 7.0 && contrast(c.off, ground) >= 7.0);
        }
        for ink in [c.black, c.white] {
            assert!(contrast(ink, c.wood) >= 4.5, "both colours are visible in plots");
        }
        assert!(c.ring > PanelColors::of(Theme::Dark).ring);
    }

    #[test]
    fn a_context_knows_its_theme() {
        for theme in Theme::ALL {
            let ctx = egui::Context::default();
            apply(&ctx, theme, 1.0);
            let (applied, expected) = (PanelColors::of_context(&ctx), PanelColors::of(theme));
            assert_eq!(
                [applied.panel, applied.text, applied.accent],
                [expected.panel, expected.text, expected.accent],
                "{theme:?}"
            );
        }
    }

    #[test]
    fn no_group_has_the_accent_colour() {
        use super::super::palette::{GROUP_COLORS, color_distance, indexed_group_color};
        for theme in [Theme::Dark, Theme::Light] {
            let [red, green, blue, _] = PanelColors::of(theme).accent.to_array();
            let accent = [red, green, blue].map(|part| f32::from(part) / 255.0);
            for index in 0..GROUP_COLORS {
                let distance = color_distance(accent, indexed_group_color(index));
                assert!(distance > 0.1, "{theme:?}: {index} is {distance:.3} from the accent");
            }
        }
    }
}
