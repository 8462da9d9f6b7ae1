"""The server alone: refactorings made by jedi or rope, each checked before the editor gets it. Built on pygls."""
