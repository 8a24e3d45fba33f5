"""The whole state of a run, as one tree of dataclasses."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.basic_type import BasicType
from msxkit.decimal14 import StoredReal
from msxkit.interpreter.code import Lit
from msxkit.interpreter.event import Arrival, Event
from msxkit.interpreter.files.fields import ItemReader
from msxkit.interpreter.files.files import Channel, FileState, Paper
from msxkit.interpreter.files.records import FieldText
from msxkit.interpreter.input.editor import EditorState
from msxkit.interpreter.input.waits import WaitState
from msxkit.interpreter.loop_state import LoopState
from msxkit.interpreter.memory.machine_code import MachineCodeState
from msxkit.interpreter.memory.workspace import WorkspaceState
from msxkit.interpreter.program_files import ProgramFileState
from msxkit.interpreter.program_text import ProgramState, ProgramText
from msxkit.interpreter.statements.control import ControlState, Trap
from msxkit.interpreter.statements.data import DataState
from msxkit.interpreter.statements.devices import EffectState
from msxkit.interpreter.statements.functions import FunctionState
from msxkit.interpreter.statements.onerror import OnErrorState
from msxkit.interpreter.values.arrays import Array
from msxkit.interpreter.values.strings import StringState
from msxkit.interpreter.values.variables import Namespace, Unset, UnsetString, VariableState
from msxkit.machine.accumulator import Accumulator
from msxkit.machine.chip_type import ChipType
from msxkit.machine.clock import ClockState
from msxkit.machine.clock_chip import ClockChipState
from msxkit.machine.input_script import ScriptState
from msxkit.machine.keyboard import KeyboardState, KeyQueue
from msxkit.machine.memory_map import MemoryState
from msxkit.machine.mml import Packet, VoiceState
from msxkit.machine.model import Model
from msxkit.machine.music import MusicState, QueueState
from msxkit.machine.sound import SoundState
from msxkit.machine.state_codec import Codec
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.modes import ScreenMode
from msxkit.machine.video.state import GraphicsState, ModeState, TextState, VideoState
from msxkit.machine.z80.core import ProcessorState
from msxkit.stop_reason import StopReason
from msxkit.timing.block_costs import CostState


@dataclass
class RunState:
    """Everything that a machine and its program know."""

    text: ProgramState
    run: LoopState
    # The machine
    video: VideoState
    sound: SoundState
    music: MusicState
    accumulator: Accumulator
    keyboard: KeyboardState
    script: ScriptState
    clock: ClockState
    clock_chip: ClockChipState
    memory: MemoryState
    # The program
    costs: CostState
    variables: VariableState
    strings: StringState
    control: ControlState
    on_error: OnErrorState
    functions: FunctionState
    machine_code: MachineCodeState
    data: DataState
    waits: WaitState
    files: FileState
    programs: ProgramFileState
    workspace: WorkspaceState
    effects: EffectState
    arrival: Arrival

    @classmethod
    def fresh(cls, model: Model, text: ProgramText) -> RunState:
        """Return a machine that was switched on, with a program loaded."""
        return cls(
            text.state,
            LoopState(text.start()),
            VideoState.fresh(model.chip),
            SoundState.fresh(model),
            MusicState(),
            Accumulator(),
            KeyboardState(click=model.click),
            ScriptState(),
            ClockState.fresh(model),
            ClockChipState(),
            MemoryState.fresh(model),
            CostState(),
            VariableState(),
            StringState(),
            ControlState(),
            OnErrorState(),
            FunctionState(),
            MachineCodeState(),
            DataState(),
            WaitState(),
            FileState(),
            ProgramFileState(text.state.program),
            WorkspaceState(model.himem),
            EffectState(),
            Arrival(),
        )


#: Everything that may be in a `RunState`.
PARTS: tuple[type, ...] = (
    RunState,
    ProgramState,
    LoopState,
    VideoState,
    Chip,
    ChipType,
    ModeState,
    ScreenMode,
    TextState,
    GraphicsState,
    SoundState,
    MusicState,
    Accumulator,
    QueueState,
    VoiceState,
    Packet,
    KeyboardState,
    KeyQueue,
    ScriptState,
    ClockState,
    ClockChipState,
    MemoryState,
    CostState,
    VariableState,
    Namespace,
    Unset,
    UnsetString,
    Lit,
    FieldText,
    Array,
    StringState,
    ControlState,
    Trap,
    OnErrorState,
    FunctionState,
    MachineCodeState,
    ProcessorState,
    DataState,
    WaitState,
    EditorState,
    ItemReader,
    FileState,
    Channel,
    Paper,
    ProgramFileState,
    WorkspaceState,
    EffectState,
    Arrival,
    Event,
    StopReason,
    BasicType,
    StoredReal,
)
CODEC = Codec(PARTS)
