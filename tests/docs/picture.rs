//! The picture in README: what the terminal is sent, drawn as SVG, for dark pages and for light ones.

use std::fmt::Write as _;

use anstyle_svg::Term;

use crate::page::{Page, Told};

/// The colours of a terminal on a dark page, and on a light one. They follow the page: the
/// classes are those of `anstyle_svg`.
const STYLE: &str = "
    .dimmed { opacity: 0.7 }
    .bg { fill: #0d1117; stroke: #30363d }
    .fg { fill: #e6edf3 }
    .fg-red { fill: #ff7b72 }
    .fg-green { fill: #3fb950 }
    .fg-yellow { fill: #d29922 }
    .fg-blue { fill: #58a6ff }
    .fg-magenta { fill: #bc8cff }
    .fg-cyan { fill: #39c5cf }
    @media (prefers-color-scheme: light) {
      .bg { fill: #f6f8fa; stroke: #d0d7de }
      .fg { fill: #1f2328 }
      .fg-red { fill: #cf222e }
      .fg-green { fill: #116329 }
      .fg-yellow { fill: #7d4e00 }
      .fg-blue { fill: #0550ae }
      .fg-magenta { fill: #8250df }
      .fg-cyan { fill: #1b7c83 }
    }
  </style>";
const PROMPT: &str = "\x1b[32m$\x1b[m \x1b[1m";

/// Draws the blocks that are a part of the picture.
pub(crate) fn draw(page: &Page, told: &Told) -> String {
    let mut text = String::new();
    for (block, printed) in page.sessions().zip(told).filter(|(block, _)| block.in_picture) {
        for (step, output) in block.steps().iter().zip(printed) {
            let _ = writeln!(text, "{PROMPT}{}\x1b[m", step.command.replace('\n', "\n> "));
            for line in output {
                let _ = writeln!(text, "{line}");
            }
            text.push('\n');
        }
    }
    assert!(text.contains("\x1b[3"), "a picture in colours");
    let drawn = Term::new().min_width_px(640).render_svg(text.trim_end());
    scaled(&drawn).replacen("\n  </style>", STYLE, 1)
}

/// Lets the picture become smaller where the page is narrow.
fn scaled(drawn: &str) -> String {
    let (head, rest) = drawn.split_once('>').expect("an element");
    let size = |name: &str| {
        let (_, after) = head.split_once(&format!("{name}=\"")).expect("a size");
        after.split_once("px").expect("in pixels").0.to_owned()
    };
    let view = format!("viewBox=\"0 0 {} {}\"", size("width"), size("height"));
    format!("{head} {view} role=\"img\">{rest}")
}
