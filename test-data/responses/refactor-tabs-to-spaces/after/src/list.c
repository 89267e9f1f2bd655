#include "list.h"

int list_push(struct list *l, int v)
{
    if (l->len == l->cap && !grow(l))
        return -1;
    l->data[l->len++] = v;
    return 0;
}
