using System;
using System.IO;
// using System.Linq;

class Legacy { }
