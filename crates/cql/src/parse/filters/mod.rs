//! The filters of a query: expressions, and what each word or sign begins. Filters stand in filters, so these files depend on
//! each other in one circle.
//!
//! | room | answers | asked through |
//! |---|---|---|
//! | `apply` | the operations of the catalogue | `apply` |
//! | `beyond` | `either`, `anyorder`, `both`, `shortest`, `almost`, `differences` | `at_combination`, `check_choice`, `choice`, `combination`, `differences`, `misplaced_beyond`, `most` |
//! | `control` | words of CQL 6 beyond the core | `fen_pattern`, `six_word` |
//! | `cql5` | what only CQL 5 has | `is_old_range`, `old_count`, `old_ranged`, `old_word` |
//! | `dash` | moves written with dashes, and what takes them | `count_moves`, `current_move`, `dash`, `dash_target`, `legal` |
//! | `declarations` | `include`, `parameter` | `declarations` |
//! | `dictionaries` | entries, loops over keys | `dictionary_filter`, `glued`, `key_loop`, `string_loop`, `unbind_entries` |
//! | `expression` | infix operators by strength, braces, parentheses | `braces`, `expr`, `expr_or_move`, `not`, `operators`, `operators_again`, `parenthesis`, `words` |
//! | `functions` | functions and their calls | `call`, `function` |
//! | `geometry` | directions and lines | `direction`, `ray` |
//! | `io` | tags of the output, files | `assert_variations`, `read_file`, `remove_tag`, `set_tag`, `write_file` |
//! | `line` | `line` | `line`, `line_group` |
//! | `list` | filters one after another, and how reading goes on after an error | `bare_number`, `body`, `starts_filter`, `stray` |
//! | `moves` | `move`, `imagine` | `imagine`, `move_filter`, `previous_sequence` |
//! | `operands` | what words and signs take | `arguments`, `condition`, `literal_argument`, `made`, `no_number`, `number_operand`, `old_set`, `operand`, `parameter_twice`, `parameters_conflict`, `set_operand`, `sets`, `sums`, `two_sets` |
//! | `operators` | each infix operator | `arrows`, `colon`, `comparison`, `infix`, `of_sign`, `of_word`, `slice`, `slice_of`, `sum`, `two_sides` |
//! | `path` | `path` | `path`, `path_group` |
//! | `primary` | the first word or sign | `primary`, `unknown` |
//! | `relations` | `echo`, `consecutivemoves`, `similarposition`, `position in` | `common_moves`, `echo`, `position_in_file`, `similar` |
//! | `sequence` | `next`, `previous`, `next*`, `previous*` | `group`, `sequence`, `wildcard_taken` |
//! | `texts` | comments, messages, sort keys, texts and results of games | `game_text`, `line_comment`, `result`, `result_token`, `sort`, `trailing_range`, `with_items` |
//! | `transform` | transforms | `no_transform`, `transform` |
//! | `tree` | places in the game tree | `child`, `find`, `position` |
//! | `variables` | assignments, loops over squares and pieces | `assign_slice`, `assignment`, `assigns_slice`, `declared_piece`, `each`, `element_loop`, `for_all`, `scoped_assignment` |

mod apply;
mod beyond;
mod control;
mod cql5;
mod dash;
mod declarations;
mod dictionaries;
mod expression;
mod functions;
mod geometry;
mod io;
mod line;
mod list;
mod moves;
mod operands;
mod operators;
mod path;
mod primary;
mod relations;
mod sequence;
mod texts;
mod transform;
mod tree;
mod variables;

pub(super) use declarations::Parameters;
pub(crate) use declarations::put_values;
