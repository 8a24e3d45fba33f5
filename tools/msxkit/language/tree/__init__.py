"""The syntax tree: a class for each form of statement and expression; every node knows its place in the stored line."""

from msxkit.language.tree.base import *
from msxkit.language.tree.entry import Part as Part
from msxkit.language.tree.expressions import *
from msxkit.language.tree.files import *
from msxkit.language.tree.flow import *
from msxkit.language.tree.graphics import *
from msxkit.language.tree.screen import *
from msxkit.language.tree.variables import *
from msxkit.node_type import taking as taking
