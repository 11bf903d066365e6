"""Drawings: places that a spec draws as text, with a legend that says what its marks stand for.

`marks` has the marks that mean the same in all drawings, `legend` the keys of a legend, `reading`
the drawings of a use with their errors, `orientations` how they are turned and mirrored, `filling`
what the marks become in one use of a drawing, `tables` the drawings as the C has them.
"""
