"""The laboratory: experiments, studies, statistics."""
