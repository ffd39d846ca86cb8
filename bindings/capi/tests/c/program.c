/* Uses every function of libtabiya; the tests compare what it prints. */
#include "tabiya.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define THREADS 4

static void show(const char *what, tabiya_error *error) {
    printf("%s: %s\n", what, tabiya_error_text(error));
    tabiya_place place;
    for (size_t number = 0; tabiya_error_place(error, number, &place); number++) {
        printf("  %s game %llu line %llu column %llu offset %llu length %llu\n", place.code, (unsigned long long)place.game,
               (unsigned long long)place.line, (unsigned long long)place.column, (unsigned long long)place.offset,
               (unsigned long long)place.length);
    }
    tabiya_error_free(error);
}

static tabiya_query *compile(const char *text, const char *options) {
    tabiya_error *error = NULL;
    tabiya_query *query = tabiya_compile(text, strlen(text), options, &error);
    if (!query) show("not compiled", error);
    return query;
}

static bool print_row(void *data, const tabiya_match *found) {
    ++*(int *)data;
    printf("%llu %u %u %s\n", (unsigned long long)found->game, found->position, found->ply, found->row ? found->row : "-");
    return !found->row || strlen(found->row) == found->row_length;
}

static bool first_only(void *data, const tabiya_match *found) {
    (void)found;
    ++*(int *)data;
    return false;
}

static bool stop(void *data, const tabiya_match *found) {
    (void)found;
    tabiya_stop(data);
    return true;
}

struct search {
    const tabiya_query *query;
    const char *path;
    int found;
    bool complete;
};

static bool count(void *data, const tabiya_match *found) {
    (void)found;
    ((struct search *)data)->found++;
    return true;
}

static void *search(void *data) {
    struct search *own = data;
    own->complete = tabiya_search_file(own->query, own->path, 2, count, own, NULL, NULL);
    return NULL;
}

static void print_summary(const char *what, bool complete, const tabiya_summary *summary) {
    printf("%s: %s, %llu games, %llu matched, %llu positions, %llu incomplete, %llu failed\n", what,
           complete ? "complete" : "not complete", (unsigned long long)summary->games, (unsigned long long)summary->matched,
           (unsigned long long)summary->positions, (unsigned long long)summary->incomplete, (unsigned long long)summary->failed);
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    const char *path = argv[1];
    tabiya_error *error = NULL;
    tabiya_summary summary;
    int found = 0;
    printf("version %s\n", tabiya_version());

    /* A file, with the usual columns of rows, on two threads. */
    tabiya_query *mates = compile("mate and move previous from N", NULL);
    bool complete = tabiya_search_file(mates, path, 2, print_row, &found, &summary, &error);
    print_summary("file", complete, &summary);
    printf("%d rows, error %s\n", found, error ? "there" : "none");
    printf("warnings \"%s\"\n", tabiya_query_warnings(mates));

    /* The same games from memory. */
    static char games[1 << 20];
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(games, 1, sizeof games, file) : 0;
    if (file) fclose(file);
    complete = tabiya_search_pgn(mates, games, length, NULL, NULL, &summary, &error);
    print_summary("memory", complete, &summary);

    /* The callback ends it. */
    found = 0;
    complete = tabiya_search_file(mates, path, 0, first_only, &found, NULL, &error);
    printf("ended after %d: %s\n", found, complete ? "complete" : "not complete");

    /* Several threads, one query. */
    pthread_t threads[THREADS];
    struct search searches[THREADS];
    for (int i = 0; i < THREADS; i++) {
        searches[i] = (struct search){mates, path, 0, false};
        if (pthread_create(&threads[i], NULL, search, &searches[i])) return 1;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        printf("thread: %d%s\n", searches[i].found, searches[i].complete ? "" : ", not complete");
    }
    tabiya_query_free(mates);

    /* Moves. */
    tabiya_query *mate = compile("mate", "{\"columns\": [\"move\", \"fen\", \"Event\"]}");
    found = 0;
    tabiya_search_moves(mate, NULL, "f2f3 e7e5 g2g4 d8h4", print_row, &found, NULL, &error);
    tabiya_search_moves(mate, "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "1. Re8#", print_row, &found, NULL, &error);
    if (!tabiya_search_moves(mate, NULL, "e2e4 e7e5 e1e3", print_row, &found, &summary, &error)) show("moves", error);
    if (!tabiya_search_moves(mate, "4k3/8/8/8/8/8/8/4K3 w - -", "e1e2 e8e6", NULL, NULL, NULL, &error)) show("moves", error);
    if (!tabiya_search_moves(mate, "8/8 w", "", print_row, &found, &summary, &error)) show("position", error);
    tabiya_query_free(mate);

    /* Without rows; damaged games; a search that is stopped. */
    tabiya_query *checks = compile("check", "{\"columns\": []}");
    const char *damaged = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Nf9 *\n\n1. e4 f5 2. Qh5+ g6 *\n";
    found = 0;
    complete = tabiya_search_pgn(checks, damaged, strlen(damaged), print_row, &found, &summary, &error);
    print_summary("damaged", complete, &summary);
    if (!tabiya_search_file(checks, path, 1, stop, checks, NULL, &error)) show("stopped", error);
    if (!tabiya_search_file(checks, argv[2], 1, NULL, NULL, &summary, &error)) show("no such file", error);
    tabiya_query_free(checks);

    /* Mistakes. */
    compile("next (chek mate)\nRa9", NULL);
    compile("mate", "{\"columns\": [\"move\", \"knight\"]}");
    compile("\xff", NULL);
    tabiya_query *reading = compile("readfile \"program.cql\"", NULL);
    if (!tabiya_search_moves(reading, NULL, "e4", NULL, NULL, NULL, &error)) show("files", error);
    tabiya_query_free(reading);
    tabiya_query *warned = compile("not R or check", NULL);
    printf("warnings %s\n", tabiya_query_warnings(warned));
    if (!tabiya_search_pgn(NULL, "", 0, NULL, NULL, NULL, &error)) show("no query", error);
    if (!tabiya_search_moves(warned, NULL, NULL, NULL, NULL, NULL, &error)) show("no moves", error);
    if (tabiya_search_file(warned, NULL, 0, NULL, NULL, NULL, NULL)) return 2;
    tabiya_query_free(warned);
    tabiya_query_free(NULL);
    tabiya_error_free(NULL);
    tabiya_stop(NULL);
    printf("\"%s\" \"%s\" %d\n", tabiya_error_text(NULL), tabiya_query_warnings(NULL), tabiya_error_place(NULL, 0, NULL));
    return 0;
}
