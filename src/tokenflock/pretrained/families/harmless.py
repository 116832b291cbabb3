"""Settings that do not change what a model computes from its weights when it is not trained."""

from typing import Any

PROVENANCE = (
    "model_type", "architectures", "transformers_version", "auto_map", "torch_dtype", "dtype",
    "name_or_path", "finetuning_task", "gradient_checkpointing", "torchscript", "output_past",
    "use_mems_eval", "model_max_length", "max_length", "unsloth_fixed", "sample_rate",
)  # fmt: skip
# What training did, or would do.
TRAINING = (
    "initializer_range", "initializer_factor", "initializer_cutoff_factor", "init_std",
    "attention_dropout", "attention_probs_dropout_prob", "hidden_dropout_prob", "hidden_dropout",
    "dropout", "dropout_rate", "classifier_dropout", "classifier_dropout_prob",
    "seq_classif_dropout", "qa_dropout", "summary_last_dropout", "summary_first_dropout",
    "attn_pdrop", "embd_pdrop",
    "resid_pdrop", "residual_dropout", "embedding_dropout", "mlp_dropout", "layerdrop",
    "drop_path_rate", "router_aux_loss_coef", "layerscale_value",
    "sparse_prediction", "sparse_pred_ignore_index", "mask_token_prob", "use_mask_token",
)  # fmt: skip
# Numbers of tokens with a meaning, words for labels, how texts are generated.
TOKENS = (
    "bos_token_id", "eos_token_id", "sep_token_id", "cls_token_id", "mask_token_id",
    "decoder_start_token_id", "forced_bos_token_id", "forced_eos_token_id", "prefix",
    "id2label", "label2id", "num_labels", "problem_type", "task_specific_params",
    "max_new_tokens", "do_sample", "temperature", "top_k", "top_p", "suppress_tokens", "num_beams",
    "_num_labels", "is_composition",
)  # fmt: skip
# How a library evaluates, caches and returns.
EVALUATION = (
    "use_cache", "cache_implementation", "return_dict", "output_attentions",
    "output_hidden_states", "use_return_dict", "chunk_size_feed_forward", "pretraining_tp",
    "tp_plan", "attn_implementation", "deterministic_flash_attn", "reference_compile",
    "use_bfloat16", "use_flash_attn", "flash_attn", "reorder_and_upcast_attn",
    "repad_logits_with_grad",
    "experts_implementation", "base_model_tp_plan", "base_model_pp_plan",
    "keys_to_ignore_at_inference", "attribute_map", "tokenizer_class", "processor_class",
)  # fmt: skip
# Heads for other tasks than words.
TASKS = (
    "summary_type", "summary_use_proj", "summary_activation", "summary_proj_to_labels",
    "classifier_pooling", "pooler_output_size", "pooler_act", "pooler_fc_size",
    "pooler_num_attention_heads", "pooler_num_fc_layers", "pooler_size_per_head", "pooler_type",
    "directionality", "net_structure_type", "encoder_stride", "down_scale_factor", "gap_size",
    "num_memory_blocks", "classifier_num_labels",
)  # fmt: skip
HARMLESS = frozenset(PROVENANCE + TRAINING + TOKENS + EVALUATION + TASKS)


def is_harmless(key: str, value: Any) -> bool:
    """Whether a setting changes nothing: by its name, or since it asks for nothing.

    What is empty, false, zero or a word asks for nothing that a family has not been told of: every
    choice that transformers makes by a word is honored or fixed by its family.
    """
    nothing = value is None or value is False or value == 0 or value == "" or value in ([], {})
    return nothing or key in HARMLESS or isinstance(value, str) or key.startswith("_")
