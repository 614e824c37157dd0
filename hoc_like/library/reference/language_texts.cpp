#include "hoc_like/library/reference/language_texts.hpp"

namespace ranvier::hoc {

std::span<const LanguageText> language_texts() {
    static constexpr LanguageText texts[] = {
        {"L", "L = 100  or  soma.L = 100", "Length of a section [um]; 100 until it is set or has 3-D points."},
        {"Ra", "Ra = 100  or  forall Ra = 100", "Axial resistivity of a section [ohm cm]; 35.4 until it is set."},
        {"access", "access soma",
         "Makes a section the accessed one for the rest of the script: a range variable without a section means its. For "
         "one statement, write: soma { L = 20 }"},
        {"begintemplate", "begintemplate Cell ... endtemplate Cell",
         "Defines a class. public names the members that others may use, and init() is the constructor: c = new Cell()"},
        {"break", "break", "Leaves the innermost for or while loop."},
        {"cm", "cm = 1  or  cm(0.5) = 1", "Membrane capacitance of a segment [uF/cm2]; 1 until it is set."},
        {"connect", "connect dend(0), soma(1)  or  soma connect dend(0), 1",
         "Attaches one end of a section to a place of its parent: 0 and 1 are the ends of a section. A synapse is "
         "connected by a NetCon."},
        {"continue", "continue", "Begins the next pass of the innermost for or while loop."},
        {"create", "create soma, dend[3]",
         "Makes sections: one for each name, or an array. Within a template, each object gets its own."},
        {"debug", "debug", "Accepted; no effect."},
        {"delete", "delete x", "Removes the value of a number, whose name is then undefined."},
        {"diam", "diam = 2  or  diam(0.5) = 2  or  diam(0:1) = 2:1",
         "Diameter of a segment [um]; 500 until it is set or the section has 3-D points."},
        {"double", "double x[10]  or  double y[2][3]", "Declares an array of numbers, all 0 at first."},
        {"else", "if (x > 0) statement else statement", "Runs the second statement if the condition is 0."},
        {"endtemplate", "endtemplate Cell", "Ends the definition of a class that begintemplate began."},
        {"external", "external name, ...",
         "Within a template, makes procedures, numbers and objects of the top level visible."},
        {"for", "for i = 0, 9 statement  or  for (i = 0; i < 10; i += 1) statement  or  for (x) statement",
         "A loop over whole numbers, both ends included; or as in C; or over the positions x of the segments of the "
         "accessed section, with 0 and 1 (for (x, 0): without them)."},
        {"forall", "forall statement", "Runs a statement for each section, which is then the accessed one."},
        {"forsec", "forsec list statement  or  forsec \"pattern\" statement",
         "Runs a statement for each section of a SectionList, or for each section whose name matches a pattern."},
        {"func", "func square() { return $1*$1 }",
         "Defines a function that returns a number. Arguments are $1, $2, ... (numbers), $s1 (texts), $o1 (objects), $&1 "
         "(references to numbers); numarg() is their count."},
        {"help", "help NAME", "At the prompt, describes a name; in a script, it does nothing."},
        {"i_membrane_", "i_membrane_(0.5)",
         "Membrane current of a segment [nA], of which the fast method of CVode keeps account: "
         "cvode.use_fast_imem(1). Positive currents flow outward."},
        {"i_cap", "i_cap(0.5)", "Capacitive current of a segment [mA/cm2]: cm dv/dt."},
        {"if", "if (x > 0) statement else statement", "Runs a statement if a condition is not 0."},
        {"ifsec", "ifsec list statement  or  ifsec \"pattern\" statement",
         "Runs a statement if the accessed section is in a SectionList, or if its name matches a pattern."},
        {"insert", "soma insert hh  or  forall insert pas",
         "Puts a density mechanism into a section: all of its segments then have the mechanism's range variables, such as "
         "gnabar_hh. Point processes are made by new: new IClamp(0.5)"},
        {"iterator", "iterator each() { ... iterator_statement ... }",
         "Defines a loop: for each(...) statement runs the statement where iterator_statement stands."},
        {"iterator_statement", "iterator_statement", "Within an iterator, runs the statement of the loop."},
        {"local", "proc p() { local i, x ... }", "Declares numbers of one call of a procedure; in its first line."},
        {"localobj", "proc p() { localobj v ... }", "Declares objects of one call of a procedure; in its first line."},
        {"new", "objref v  v = new Vector(10)", "Makes an object of a class."},
        {"nseg", "nseg = 5  or  soma.nseg = 5",
         "Number of segments of a section; 1 until it is set. With an odd number, one of them is centered at 0.5. "
         "Range variables have a value in each."},
        {"obfunc", "obfunc make() { return new Vector($1) }", "Defines a function that returns an object."},
        {"objectvar", "objectvar v", "The same as objref."},
        {"objref", "objref stim, syn[10]",
         "Declares names for objects; they name no object (NULLobject) until one is assigned."},
        {"print", "print x, \"text\", object", "Prints numbers, texts and names of objects, and ends the line."},
        {"proc", "proc report() { print $1, $s2 }",
         "Defines a procedure. Arguments are $1, $2, ... (numbers), $s1 (texts), $o1 (objects), $&1 (references to "
         "numbers); numarg() is their count. It ends with its block, or at return."},
        {"public", "public x, run", "Within a template, names the members that can be used from outside: object.x"},
        {"rallbranch", "rallbranch = 2", "Number of identical branches for which a section stands; 1 until it is set."},
        {"read", "read(x)", "Reads a number from the standard input; returns 0 at its end."},
        {"return", "return  or  return expression", "Leaves a procedure, or gives a function's value."},
        {"setpointer", "setpointer syn.p, soma.v(0.5)",
         "Lets a POINTER of a mechanism refer to a variable, whose value it then reads and changes."},
        {"stop", "stop",
         "Ends the running statement, with all procedures that it has called. A script continues with its next statement."},
        {"strdef", "strdef name  name = \"text\"", "Declares texts."},
        {"uninsert", "soma uninsert hh", "Removes a density mechanism from a section."},
        {"v", "v  or  v(0.5)  or  soma.v(0.5)",
         "Membrane potential of a segment [mV]; v without a position is v(0.5) of the accessed section. finitialize(-65) "
         "sets it everywhere."},
        {"while", "while (x > 0) statement", "Repeats a statement as long as a condition is not 0."},
    };
    return texts;
}

}  // namespace ranvier::hoc
