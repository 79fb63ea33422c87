/**
 * SQL condition on a row of `jobs`: the job is one of a batch, a run of a pipeline, or a step of one. There may be a
 * thousand of them, so single jobs go first.
 */
export const isBackground = "(batch_id is not null or pipeline_id is not null)";
