/* libtabiya: finds patterns in chess games with the Chess Query Language.
 *
 * Every function may be called on any thread, and several threads may search with one query at a time. Nothing is printed,
 * nothing ends the process, and there is no state outside of queries and errors. All texts are UTF-8.
 *
 * This file is made of the sources in Rust: cargo test -p tabiya-c says how.
 */

#ifndef TABIYA_H
#define TABIYA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/**
 * An error. Free it with tabiya_error_free.
 */
typedef struct tabiya_error tabiya_error;

/**
 * A query that is ready to run. Free it with tabiya_query_free.
 */
typedef struct tabiya_query tabiya_query;

/**
 * A match: a position of a game. It lives until the callback returns.
 */
typedef struct tabiya_match {
  /**
   * The number of the game in its file, from 1.
   */
  uint64_t game;
  /**
   * The byte of the file, after decompression, at which the game begins.
   */
  uint64_t offset;
  /**
   * The number of the position in its game: positions are numbered from 0, those of a variation after the move that it
   * replaces and all that follows it.
   */
  uint32_t position;
  /**
   * The number of moves from the beginning of the game to the position.
   */
  uint32_t ply;
  /**
   * The columns and their values, as an object of JSON with a zero at its end; NULL if the query was compiled without
   * columns.
   */
  const char *row;
  /**
   * The number of bytes of the row, without the zero.
   */
  size_t row_length;
} tabiya_match;

/**
 * Takes a match; returns false to end the search. `data` is what was handed to the search.
 */
typedef bool (*tabiya_callback)(void *data, const struct tabiya_match *found);

/**
 * What a search came to.
 */
typedef struct tabiya_summary {
  /**
   * Games searched.
   */
  uint64_t games;
  /**
   * Games in which something was found.
   */
  uint64_t matched;
  /**
   * Positions that match.
   */
  uint64_t positions;
  /**
   * Games with moves that could not be read; they were searched up to the first such move.
   */
  uint64_t incomplete;
  /**
   * Games that could not be searched, because the query failed or reached a limit.
   */
  uint64_t failed;
} tabiya_summary;

/**
 * The code and the place of an error in a query, or in a file of games.
 */
typedef struct tabiya_place {
  /**
   * The kind of error as one word, such as "unknown-name". It is freed with the error.
   */
  const char *code;
  /**
   * The number of the game in its file, from 1; 0 if the error is about no game.
   */
  uint64_t game;
  /**
   * The line of the query or of the file, from 1; 0 if it is not known.
   */
  uint64_t line;
  /**
   * The column of the query, in characters from 1; 0 if the error is not about a query.
   */
  uint64_t column;
  /**
   * The byte of the query or of the file, from 0.
   */
  uint64_t offset;
  /**
   * The number of bytes of the query that are marked; 0 if the error is not about a query.
   */
  uint64_t length;
} tabiya_place;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library, such as "0.1.0". It is never freed.
 */
const char *tabiya_version(void);

/**
 * Compiles a query: `length` bytes of text, a whole CQL file or only its body.
 *
 * `options` is an object of JSON; NULL stands for none. Everything may be left out:
 *
 * - `columns`: the names of the columns of rows, `["white", "move"]`: columns of `tabiya search --columns` and tags. By default
 *   there are the usual ones. With an empty list matches come without rows, which is faster.
 * - `recipe`: the recipe of the book that takes the place of the query, which is an empty text then.
 * - `dialect`: `"5"`, `"6"` or `"auto"`, by which the text decides.
 * - `variations`: true if variations are searched; otherwise the header of the query decides.
 * - `linearize`: false if `move` inside `next` sees all moves, and not only that of the line chosen.
 * - `select`: columns with values, `{"attackers": "#(A attacks k)"}`.
 * - `settings`: values of the parameters of the query, `{"MIN": "60"}`.
 * - `steps`: true if each position of the sequence of a match is a match of its own row.
 * - `sort`: false if games come as they are found, even if `sort` in the query asks for the best first.
 * - `limit`: the number of games with matches after which a search ends.
 * - `seconds`: the time limit of a search.
 * - `name`: the name of games in memory, in rows and messages.
 *
 * Returns NULL if the query is wrong; `*error`, unless `error` is NULL, says why. Queries name no files (`readfile`,
 * `similarposition`): they may come from strangers. Free the query with tabiya_query_free.
 *
 * If they are not NULL, `query_text` must point to `length` bytes, `options` to a text with a zero at its end, and `error` to a
 * pointer.
 */
struct tabiya_query *tabiya_compile(const char *query_text,
                                    size_t length,
                                    const char *options,
                                    struct tabiya_error **error);

/**
 * What may be wrong with a query that can run, as text for people, with places; "" if nothing is. It is freed with the query.
 *
 * `query` must be NULL or a query that has not been freed.
 */
const char *tabiya_query_warnings(const struct tabiya_query *query);

/**
 * Ends all searches that are running with a query, no matter which threads they are on; they return false, with an error whose code is
 * "stopped". Searches that begin later are not affected.
 *
 * `query` must be NULL or a query that has not been freed.
 */
void tabiya_stop(const struct tabiya_query *query);

/**
 * Frees a query, with which no search may be running. NULL is allowed.
 *
 * `query` must be NULL or come from tabiya_compile, and must not be used any more.
 */
void tabiya_query_free(struct tabiya_query *query);

/**
 * Searches the games in `length` bytes of PGN, plain or compressed, or of a database file, on the calling thread alone.
 *
 * `callback`, unless it is NULL, is called on this thread with every match, in the order of the games or of `sort`, and gets `data`
 * with it. It ends the search by returning false. Games with moves that cannot be read are searched up to the first such move, and
 * counted in `*summary`, unless `summary` is NULL.
 *
 * Returns true if the search has gone as far as the callback let it. Otherwise `*error`, unless `error` is NULL, says what went
 * wrong; the callback may have been given matches all the same.
 *
 * `query` must be NULL or a query that is not freed before the search ends, `pgn` must point to `length` bytes, `summary` and
 * `error` must be NULL or point to what they are made for. The callback must return: it must neither throw nor jump out.
 */
bool tabiya_search_pgn(const struct tabiya_query *query,
                       const char *pgn,
                       size_t length,
                       tabiya_callback callback,
                       void *data,
                       struct tabiya_summary *summary,
                       struct tabiya_error **error);

/**
 * Searches one game that is given as its moves, on the calling thread: "e2e4 e7e5 g1f3", "1. e4 e5 2. Nf3", or any other
 * spelling that PGN files have. `fen` is the first position; NULL stands for that of a game of chess. A move that cannot be
 * made is an error. All else is as in tabiya_search_pgn.
 *
 * As tabiya_search_pgn; `fen`, unless it is NULL, and `moves` must be texts with a zero at their ends.
 */
bool tabiya_search_moves(const struct tabiya_query *query,
                         const char *fen,
                         const char *moves,
                         tabiya_callback callback,
                         void *data,
                         struct tabiya_summary *summary,
                         struct tabiya_error **error);

/**
 * Searches a file of games, or a folder of them: PGN, plain or compressed (.zst, .gz, .bz2), or a database file. `threads` is the
 * number of threads that search; 0 stands for one for each processor, and more than 1,024 are an error. The callback is called on
 * the calling thread all the same, one match after another. All else is as in tabiya_search_pgn.
 *
 * As tabiya_search_pgn; `path` must be a text with a zero at its end.
 */
bool tabiya_search_file(const struct tabiya_query *query,
                        const char *path,
                        uint32_t threads,
                        tabiya_callback callback,
                        void *data,
                        struct tabiya_summary *summary,
                        struct tabiya_error **error);

/**
 * What an error says, as text for people: every mistake of a query with the marked line and advice, or what went wrong with a
 * file or a game. It is freed with the error; "" for NULL.
 *
 * `error` must be NULL or an error that has not been freed.
 */
const char *tabiya_error_text(const struct tabiya_error *error);

/**
 * The code and the place of an error. Of several mistakes in a query, `number` counts from 0. Returns false, and leaves
 * `*place` as it is, if there is no such mistake.
 *
 * `error` must be NULL or an error that has not been freed, and `place` NULL or point to a place.
 */
bool tabiya_error_place(const struct tabiya_error *error, size_t number, struct tabiya_place *place);

/**
 * Frees an error. NULL is allowed.
 *
 * `error` must be NULL or come from a function of this library, and must not be used any more.
 */
void tabiya_error_free(struct tabiya_error *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TABIYA_H */
