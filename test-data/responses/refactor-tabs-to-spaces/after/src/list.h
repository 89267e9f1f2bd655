#ifndef LIST_H
#define LIST_H

#include <stddef.h>

struct list {
    int *data;
    size_t len;    /* used */
    size_t cap;    /* allocated */
};

#endif
