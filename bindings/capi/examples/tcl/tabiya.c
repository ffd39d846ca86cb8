/* Tcl's package `tabiya`: tabiya::search QUERY GAMES COMMAND calls COMMAND with the number of the game, the ply and the row
 * (an object of JSON) of every match in a file, until it fails or breaks; the result is the number of matches.
 *
 *     cc -shared -fPIC -I/usr/include/tcl tabiya.c -ltabiya -ltclstub8.6 -DUSE_TCL_STUBS -o tabiya.so
 */
#include <stdint.h>
#include <string.h>
#include <tcl.h>

#include "tabiya.h"

struct call {
    Tcl_Interp *interp;
    Tcl_Obj *command;
    int count, code;
};

static bool take(void *data, const tabiya_match *found) {
    struct call *call = data;
    Tcl_Obj *words = Tcl_DuplicateObj(call->command);
    Tcl_IncrRefCount(words);
    call->count++;
    Tcl_ListObjAppendElement(NULL, words, Tcl_NewWideIntObj((Tcl_WideInt)found->game));
    Tcl_ListObjAppendElement(NULL, words, Tcl_NewWideIntObj(found->ply));
    Tcl_ListObjAppendElement(NULL, words, Tcl_NewStringObj(found->row, (int)found->row_length));
    call->code = Tcl_EvalObjEx(call->interp, words, TCL_EVAL_DIRECT);
    Tcl_DecrRefCount(words);
    return call->code == TCL_OK || call->code == TCL_CONTINUE;
}

static int search(ClientData data, Tcl_Interp *interp, int count, Tcl_Obj *const words[]) {
    if (count != 4) {
        Tcl_WrongNumArgs(interp, 1, words, "query games command");
        return TCL_ERROR;
    }
    (void)data;
    int length;
    const char *text = Tcl_GetStringFromObj(words[1], &length);
    tabiya_error *error = NULL;
    struct call call = {interp, words[3], 0, TCL_OK};
    if (Tcl_ListObjLength(interp, words[3], &length) != TCL_OK) return TCL_ERROR;
    tabiya_query *query = tabiya_compile(text, strlen(text), NULL, &error);
    bool done = query && tabiya_search_file(query, Tcl_GetString(words[2]), 0, take, &call, NULL, &error);
    tabiya_query_free(query);
    if (call.code == TCL_ERROR || call.code == TCL_RETURN) {
        tabiya_error_free(error);
        return call.code;
    }
    Tcl_SetObjResult(interp, done ? Tcl_NewIntObj(call.count) : Tcl_NewStringObj(tabiya_error_text(error), -1));
    tabiya_error_free(error);
    return done ? TCL_OK : TCL_ERROR;
}

int Tabiya_Init(Tcl_Interp *interp) {
    if (!Tcl_InitStubs(interp, "8.6", 0)) return TCL_ERROR;
    Tcl_CreateNamespace(interp, "tabiya", NULL, NULL);
    Tcl_CreateObjCommand(interp, "tabiya::search", search, NULL, NULL);
    return Tcl_PkgProvide(interp, "tabiya", tabiya_version());
}
