using System;
using System.Linq;

class Legacy { }
