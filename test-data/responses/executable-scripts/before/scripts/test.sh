#!/bin/sh
exec npm test "$@"
