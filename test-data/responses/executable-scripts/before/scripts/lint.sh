#!/bin/sh
exec npm run lint
