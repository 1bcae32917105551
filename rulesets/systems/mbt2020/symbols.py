"""NATO map symbols of the stands: 20-figure codes of APP-6(D), always as friends."""

from typing import Final

from rulesets.core.cards import Symbol, SymbolSet

from .units import Posture, Rank, StandKind

LAND: Final = "10"
AIR: Final = "01"
PLATOON: Final = "14"
BATTERY: Final = "15"
HEADQUARTERS: Final = "2"

ROCKETS: Final = "41"
"""First modifier: multiple rocket launcher."""
TOWED: Final = "47"
WHEELED: Final = "51"
"""Second modifiers: towed and wheeled."""

_INFANTRY: Final = {
    Rank.PLUS: ("121105", "combat vehicles"),
    Rank.NORM: ("121102", "carriers"),
    Rank.MINUS: ("121104", "motorised"),
}
_ROTARY: Final = {Posture.CAS: "01", Posture.ASF: "04", Posture.ECM: "16"}
"""First modifiers of helicopters: attack, fighter, jamming."""
_FIXED: Final = {Posture.CAS: "110102", Posture.ASF: "110104", Posture.ECM: "110108"}
_AIR_WORDS: Final = {Posture.CAS: "attack", Posture.ASF: "fighter", Posture.ECM: "jamming"}


def _land(kind: StandKind, rockets: bool) -> tuple[str, str]:
    """Entity with both modifiers, and what it says."""
    soft = kind.rank is Rank.MINUS
    match kind.posture:
        case Posture.ARMOUR:
            return "1205000000", "armour"
        case Posture.LAS:
            return ("1308020000", "mortars, wheeled") if soft else ("1308010000", "mortars, tracked")
        case Posture.ATM:
            return ("1204020000", "anti-tank, motorised") if soft else ("1204010000", "anti-tank, armoured")
        case Posture.REC:
            return (
                (f"12130000{WHEELED}", "reconnaissance, wheeled")
                if soft
                else ("1205010000", "reconnaissance, armoured")
            )
        case Posture.ADA:
            return "1301020000", "air defence missiles"
        case Posture.PDA:
            return "1301010000", "air defence guns"
        case Posture.OTF | Posture.CBA if rockets:
            return f"130301{ROCKETS}00", "rocket artillery"
        case Posture.OTF | Posture.CBA:
            return (f"13030000{TOWED}", "artillery, towed") if soft else ("1303010000", "artillery, self-propelled")
        case _:
            entity, words = _INFANTRY[kind.rank]
            return f"{entity}0000", f"infantry, {words}"


def symbol_of(kind: StandKind, *, hq: bool = False, rockets: bool = False) -> Symbol:
    """A stand's map symbol: platoon and flight three dots, battery one bar, a staff for the BGHQ."""
    staff = HEADQUARTERS if hq else "0"
    if kind.posture in _FIXED:
        words = _AIR_WORDS[kind.posture]
        entity = f"110200{_ROTARY[kind.posture]}00" if kind.helicopter else f"{_FIXED[kind.posture]}0000"
        text = f"{words} {'helicopters' if kind.helicopter else 'aircraft'}, flight"
        code = f"1003{AIR}0{staff}{PLATOON}{entity}"
    else:
        entity, words = _land(kind, rockets)
        battery = kind.posture in (Posture.OTF, Posture.CBA)
        text = f"{words}, {'battery' if battery else 'platoon'}"
        code = f"1003{LAND}0{staff}{BATTERY if battery else PLATOON}{entity}"
    return Symbol(SymbolSet.APP6, code, f"{text}, headquarters" if hq else text)
