"""The part of SARIF 2.1.0 that we write, as a JSON schema: strict, so that an unknown property is an error.

Written from the standard's prose (sections 3.13 to 3.57): names, types, required properties, the closed
lists of words, and the lower bounds of numbers. The standard's own schema is wider: it allows everything
that this one does.
"""

from __future__ import annotations

from typing import Any


def closed(required: list[str], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": required,
        "properties": properties,
    }


def array(items: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **more}


TEXT = {"type": "string"}
MESSAGE = closed(["text"], text=TEXT)
BAG = {"type": "object"}
URI = {"type": "string", "pattern": r"^[A-Za-z0-9\-._~!$&'()*+,;=@/%]*$"}
COUNT_FROM_ONE = {"type": "integer", "minimum": 1}
COUNT_FROM_ZERO = {"type": "integer", "minimum": 0}

REGION = closed(
    ["startLine"],
    startLine=COUNT_FROM_ONE,
    startColumn=COUNT_FROM_ONE,
    endLine=COUNT_FROM_ONE,
    endColumn=COUNT_FROM_ONE,
)
ARTIFACT = closed(["uri"], uri=URI, uriBaseId=TEXT)
PHYSICAL = closed(["artifactLocation"], artifactLocation=ARTIFACT, region=REGION)
LOCATION = closed([], id=COUNT_FROM_ZERO, physicalLocation=PHYSICAL, message=MESSAGE)
REPLACEMENT = closed(["deletedRegion"], deletedRegion=REGION, insertedContent=closed([], text=TEXT))
CHANGE = closed(
    ["artifactLocation", "replacements"],
    artifactLocation=ARTIFACT,
    replacements=array(REPLACEMENT, minItems=1),
)
FIX = closed(["artifactChanges"], description=MESSAGE, artifactChanges=array(CHANGE, minItems=1))
RESULT = closed(
    ["message"],
    ruleId=TEXT,
    ruleIndex=COUNT_FROM_ZERO,
    level={"enum": ["none", "note", "warning", "error"]},
    message=MESSAGE,
    locations=array(LOCATION),
    relatedLocations=array(LOCATION, uniqueItems=True),
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
    suppressions=array(closed(["kind"], kind={"enum": ["inSource", "external"]}), uniqueItems=True),
    fixes=array(FIX, uniqueItems=True),
    properties=BAG,
)
RULE = closed(["id"], id=TEXT, name=TEXT, shortDescription=MESSAGE, help=MESSAGE)
DRIVER = closed(
    ["name"],
    name=TEXT,
    version=TEXT,
    semanticVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
    rules=array(RULE, uniqueItems=True),
)
RUN = closed(
    ["tool"],
    tool=closed(["driver"], driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    originalUriBaseIds={
        "type": "object",
        "additionalProperties": closed([], uri=URI, description=MESSAGE),
    },
    invocations=array(closed(["executionSuccessful"], executionSuccessful={"type": "boolean"})),
    results=array(RESULT),
    properties=BAG,
)
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    **closed(
        ["version", "runs"],
        **{"$schema": TEXT, "version": {"enum": ["2.1.0"]}, "runs": array(RUN)},
    ),
}
