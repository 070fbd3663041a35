import { nameCause, type Services, type Tx, transaction } from '@bolsillo/server-kit'

/**
 * Works through cases that are due, each in a transaction of its own with the job as its cause. What stops one is logged
 * and leaves the others going; it is found again at the next run.
 */
export async function sweep<Due>(
  { sql, log }: Pick<Services, 'sql' | 'log'>,
  due: readonly Due[],
  job: {
    readonly name: string
    /** What the log names it by: a case has personal data, its id has none. */
    readonly idOf: (one: Due) => string
    readonly take: (tx: Tx, one: Due) => Promise<void>
  },
): Promise<void> {
  for (const one of due) {
    try {
      await transaction(sql, async (tx) => {
        await nameCause(tx, { cause: `job:${job.name}` })
        await job.take(tx, one)
      })
    } catch (error) {
      log.error({ job: job.name, case: job.idOf(one), error }, 'a case that is due could not be moved')
    }
  }
}
