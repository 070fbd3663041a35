import type { ModelRun, SecondModel } from '../second-model.ts'
import { crumbsSold, marketTurns, quoted, stopReached, timePasses } from './market-steps.ts'
import { cancelled, moneyMoves, placed, replaced } from './order-steps.ts'
import { ordersReached } from './reached.ts'
import { note, openStage, type Stage } from './stage.ts'
import { restarted } from './steps-with-faults.ts'

async function oneStep(stage: Stage): Promise<void> {
  const dice = stage.choices.between(1, 100)
  if (dice <= 44) await placed(stage)
  else if (dice <= 49) await cancelled(stage)
  else if (dice <= 57) await replaced(stage)
  else if (dice <= 81) await quoted(stage)
  else if (dice <= 84) await crumbsSold(stage)
  else if (dice <= 88) await stopReached(stage)
  else if (dice <= 94) await timePasses(stage)
  else if (dice <= 96 || stage.world.shut.size > 0) await marketTurns(stage)
  else if (dice <= 98) await moneyMoves(stage)
  else {
    note(stage, () => 'restart')
    await restarted(stage)
  }
}

/** What was reached, from how the orders ended. */
function tellFigures({ figures, world }: Stage): void {
  const orders = [...world.orders.values()]
  for (const what of ordersReached) figures[what] ??= 0
  figures.fills = orders.filter(({ filled }) => filled > 0n).length
  for (const [what, times] of world.happened) figures[what] = times
  figures.pairs = orders.filter(({ twin, key }) => twin !== undefined && !key.includes('+')).length
  figures['exits placed'] = orders.filter(({ key }) => /\+(profit|loss)$/.test(key)).length
  figures.expired = orders.filter(({ state }) => state === 'expired').length
}

/** Shares and coins: real desk, ledger and database, beside a model of plain lists. */
export const ordersModel: SecondModel = {
  name: 'orders',
  run: async ({ seed, steps, lines }): Promise<ModelRun> => {
    const stage = await openStage(seed)
    try {
      while (stage.step < steps && stage.findings.length === 0) {
        stage.step += 1
        await oneStep(stage)
      }
    } finally {
      await stage.running.desk.stop()
      await stage.stand.close()
    }
    tellFigures(stage)
    return {
      seed,
      steps: stage.step,
      figures: stage.figures,
      findings: stage.findings,
      lines: lines ? stage.lines : [],
    }
  },
}
