"""Types in signatures: links where they are public, plain words where they are not."""

import tokenflock


def resolve(app, env, node, content):
    """Sphinx's event for a reference that leads nowhere; only written ones may be wrong."""
    if "refexplicit" in node or node.get("refdomain") != "py":
        return None
    name = node["reftarget"].rpartition(".")[2]
    if name not in tokenflock.__all__:
        return content
    domain = env.get_domain("py")
    return domain.resolve_xref(
        env, node["refdoc"], app.builder, "obj", f"tokenflock.{name}", node, content
    )
