#!/bin/sh
set -e
exit 0