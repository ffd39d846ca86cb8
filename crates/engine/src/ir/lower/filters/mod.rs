//! Lowering of filters, each as what its user needs of it. Filters stand in filters, so these files depend on each other in one
//! circle; what needs no filter to be lowered is next to the folder.
//!
//! | room | answers | asked through |
//! |---|---|---|
//! | `apply` | the operations of the catalogue | `applied`, `applied_named` |
//! | `comprehension` | loops over squares that are set algebra | `new` |
//! | `control` | `while`, `isbound`, calls, loops over keys | `arguments`, `each_key`, `is_bound`, `while_loop` |
//! | `dashes` | moves written with dashes, and what takes them | `count_dash`, `dash_inside`, `dash_truth`, `generated`, `last_move`, `outside_dash`, `valued_dash` |
//! | `loops` | loops over squares and pieces | `loop_all`, `loop_set` |
//! | `moves` | `move`, `imagine` | `edits`, `move_filter` |
//! | `operators` | arithmetic, comparisons, operations of sets | `arrow`, `attacks`, `binary`, `unary` |
//! | `paths` | `path` | `path` |
//! | `regex` | regular expressions and their groups | `each_match`, `history`, `keep_history`, `search` |
//! | `relations` | `echo`, `consecutivemoves`, `similarposition`, `position in` | `common_moves`, `echo`, `in_file`, `similar` |
//! | `sequences` | `next`, `previous`, `line`, `next*`, `find` | `add`, `add_sequence`, `ban`, `differences`, `find_count`, `find_first`, `finish`, `leader_order`, `leaf`, `measure`, `place`, `reach`, `sequence` |
//! | `truth` | negations, copies, assignments | `any_copy`, `assign`, `bounds`, `non_empty`, `not` |
//! | `values` | a filter as its user needs it | `number`, `position`, `set`, `text`, `truth`, `truths`, `typed` |

mod apply;
mod comprehension;
mod control;
mod dashes;
mod loops;
mod moves;
mod operators;
mod paths;
mod regex;
mod relations;
mod sequences;
mod truth;
mod values;

pub(super) use loops::assigned;
pub(super) use paths::reads_status;
pub(super) use values::reads_groups;
