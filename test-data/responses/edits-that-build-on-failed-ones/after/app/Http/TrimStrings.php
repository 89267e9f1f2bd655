<?php

class TrimStrings {}
