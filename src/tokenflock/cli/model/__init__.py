"""`tokenflock model`: pretrained transformers as flows.  Each verb saves a dataset and a figure."""

import typer

from tokenflock.cli.model import compare, flow, info, sentence, spectra, study

app = typer.Typer(
    no_args_is_help=True, help="Pretrained transformers as flows: ALBERT, BERT, GPT-2, Llama."
)
app.command("info")(info.command)
app.command("spectra")(spectra.command)
app.command("flow")(flow.command)
app.command("sentence")(sentence.command)
app.command("compare")(compare.command)
app.command("study")(study.command)
