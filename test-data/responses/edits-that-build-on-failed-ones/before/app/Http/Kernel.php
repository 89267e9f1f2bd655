<?php

class Kernel
{
    protected $middleware = [
        TrimStrings::class,
    ];
}
