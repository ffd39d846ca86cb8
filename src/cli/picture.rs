//! Automata as pictures, without any other program.

use layout::backends::svg::SVGWriter;
use layout::gv::{DotParser, GraphBuilder};

/// Draws a graph in the language of Graphviz.
pub(crate) fn svg(dot: &str) -> Result<String, String> {
    let graph = DotParser::new(dot).process().map_err(|error| format!("the automaton cannot be drawn: {error}"))?;
    let mut builder = GraphBuilder::new();
    builder.visit_graph(&graph);
    let mut writer = SVGWriter::new();
    builder.get().do_it(false, false, false, &mut writer);
    Ok(writer.finalize())
}
