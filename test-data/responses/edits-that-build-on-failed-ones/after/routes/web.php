<?php

Route::get("/", fn () => "hola");
