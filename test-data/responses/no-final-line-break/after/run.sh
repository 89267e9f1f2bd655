#!/bin/sh
# set -e
# exec ./app