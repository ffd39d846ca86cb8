//! The evaluator: what each filter is at a position. Filters stand in filters, so these files depend on each other in one
//! circle.
//!
//! | room | answers | asked through |
//! |---|---|---|
//! | `truth` | whether a filter matches at a position | `guarded`, `truth` |
//! | `numbers` | numbers | `number` |
//! | `sets` | squares | `any_square`, `set` |
//! | `positions` | positions, also imagined ones | `at`, `position` |
//! | `texts` | texts, and values as text | `assign_slice`, `assign_text`, `built_text`, `commented`, `contains`, `items`, `text` |
//! | `operations` | the operations of the catalogue, of each type | `number_op`, `position_op`, `set_op`, `text_op`, `truth_op` |
//! | `moves` | `move` | `any_move`, `count_moves`, `each_move`, `move_squares` |
//! | `dashes` | moves written with dashes | `any_dash`, `count_dash`, `count_ways`, `dash_fits`, `dash_number`, `dash_position`, `dash_squares`, `dash_text`, `last_move`, `last_move_fits` |
//! | `loops` | loops over squares and pieces, numbers of attackers compared | `compared`, `loop_all`, `loop_any`, `loop_squares` |
//! | `relations` | `echo`, `consecutivemoves` | `common_moves`, `echo`, `echo_holds` |
//! | `dictionaries` | entries, and loops over them | `assign_entry`, `each_key`, `entry`, `is_bound`, `unbind_key` |
//! | `regexes` | regular expressions and their groups | `each_match`, `group`, `has_text`, `matched` |
//! | `columns` | truths that are kept, of positions and of edges | `holds`, `holds_and_ahead`, `holds_in`, `holds_on_edge`, `whole_column` |
//! | `blocks` | truths at up to 64 positions | `one_by_one`, `truths` |
//! | `block_values` | squares and numbers at up to 64 positions | `numbers`, `squares` |
//! | `reach` | `next*`, `previous*`, `find` | `counts_ahead`, `find`, `match_reached`, `reach_count`, `reach_holds` |
//! | `solutions` | comparisons, solved for the value from outside | `note_asked`, `solved` |
//! | `predicates` | what automata over positions ask | `new` |
//! | `sequences` | `next`, `previous`, `line`: matches, starts, ends | `all_starts`, `longest_match`, `match_paths`, `possible_starts`, `sequence_cell`, `sequence_end`, `sequence_holds`, `sequence_length`, `sequence_starts` |
//! | `paths` | `path`: its best match, its moves | `focus`, `focus_again`, `path_accepts`, `path_best`, `path_comments`, `path_moves`, `path_steps`, `path_symbol` |
//! | `best_paths` | the best match of a `path` whose moves change nothing | `best_path` |
//! | `measures` | which constituent matched which position | `matched_by`, `measured_count`, `measured_differences`, `measured_position` |

mod best_paths;
mod block_values;
mod blocks;
mod columns;
mod dashes;
mod dictionaries;
mod loops;
mod measures;
mod moves;
mod numbers;
mod operations;
mod paths;
mod positions;
mod predicates;
mod reach;
mod regexes;
mod relations;
mod sequences;
mod sets;
mod solutions;
mod texts;
mod truth;

pub(super) use measures::symbol_of;
pub(super) use moves::names;
pub(super) use predicates::PredicateSource;
