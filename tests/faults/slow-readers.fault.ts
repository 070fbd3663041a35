import { quantileOfCounts } from '@bolsillo/bench/market-data/process-figures'
import { expect, test } from 'vitest'
import { recordExperiment } from './experiment.ts'
import { readerCount, type Stretch, signedInSlow, slowCount, stretchWithSlowReaders } from './slow-readers/crowd.ts'

// A tenth of the readers read nothing. Events of which only the newest counts are kept for nobody; events that count in order
// are kept up to a bound, and then their reader must connect again. Nobody else notices.

const mebibyte = 1024 * 1024
const slowMs = 5_000
const controlMs = 2_500
/** More than what every slow reader may keep, less than what they would if nothing held them. */
const grownMiBMax = 64

const isBounded = ({ waitingBytesMax }: Stretch): boolean => waitingBytesMax <= mebibyte
const grownOf = ({ residentMostMiB, residentBeforeMiB }: Stretch): number => residentMostMiB - residentBeforeMiB

/** Whether slow readers cost no more than their bound, nobody missed anything silently, and nobody else noticed. */
function isSound(stretch: Stretch): boolean {
  const { healthy, slow, closeCodes } = stretch
  return (
    isBounded(stretch) &&
    grownOf(stretch) <= grownMiBMax &&
    healthy.gaps + healthy.backwards + healthy.lost + slow.gaps + slow.backwards === 0 &&
    stretch.behind + stretch.behindAgain === 0 &&
    closeCodes.every((code) => code === 1013 || code === 1006) &&
    stretch.closedSlow === closeCodes.length
  )
}

test('slow readers cost at most their bound, miss nothing silently, and disturb nobody', async () => {
  const sound = await stretchWithSlowReaders('none', slowMs, ({ closedSlow }) => closedSlow === signedInSlow)
  const { healthy, slow } = sound
  const unbounded = await stretchWithSlowReaders(
    'keeps-everything',
    controlMs,
    ({ waitingBytesMax }) => waitingBytesMax > mebibyte,
  )
  const dropping = await stretchWithSlowReaders('drops-deltas', controlMs)

  const ageP99 = quantileOfCounts(healthy.ages, 0.99)
  const grown = grownOf(sound)
  const passed = isSound(sound)
  recordExperiment({
    experiment: 'slow-readers',
    done: `${slowCount} of ${readerCount} readers of the stream read nothing for ${slowMs / 1000} s and until half of them were cut off, then read again`,
    command: 'npm run reliability -- tests/faults/slow-readers',
    figures: {
      'bytes kept for one reader, most': sound.waitingBytesMax,
      'memory grown, MiB': Math.round(grown),
      'messages to the others': healthy.messages,
      'gaps they saw': healthy.gaps,
      'age of their messages, p99 ms': ageP99,
      'share of the replaced messages slow readers were sent': Math.round(sound.sharePages * 1000) / 1000,
      'names of which a reader has not the newest afterwards': sound.behind,
      'customers closed because they missed orders': sound.closedSlow,
      'of whom not given everything when they came back': sound.behindAgain,
    },
    controls: [
      {
        planted: 'everything is written, room or not',
        caught: !isBounded(unbounded),
        how: `${unbounded.waitingBytesMax} bytes were kept for one reader`,
      },
      {
        planted: 'one message in 97 is left out',
        caught: dropping.healthy.gaps > 0,
        how: `${dropping.healthy.gaps} gaps were seen`,
      },
    ],
    passed,
  })

  expect(sound.waitingBytesMax).toBeLessThanOrEqual(mebibyte)
  expect(grown).toBeLessThanOrEqual(grownMiBMax)
  expect([healthy.gaps, healthy.backwards, healthy.lost, slow.gaps, slow.backwards]).toEqual([0, 0, 0, 0, 0])
  // Conflated, and yet everybody has the newest.
  expect(sound.sharePages).toBeLessThan(0.8)
  expect([sound.behind, sound.behindAgain]).toEqual([0, 0])
  // Those who missed what counts were cut off, each of them: with the code, or with the line where even that found no room.
  expect(sound.closeCodes.filter((code) => code !== 1013 && code !== 1006)).toEqual([])
  expect(sound.closedSlow).toBe(sound.closeCodes.length)
  expect(isBounded(unbounded)).toBe(false)
  expect(dropping.healthy.gaps).toBeGreaterThan(0)
  expect(passed).toBe(true)
})
