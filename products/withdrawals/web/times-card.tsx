import { isMeasured } from '@bolsillo/kernel'
import { DefinitionList, MeasuredTimes, Percent, Section } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { WireTimes } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

const hourMs = 3_600_000

/** How long withdrawals took, measured; while there are too few to measure it says what is aimed at. */
export function TimesCard({ times, reviewHoursMax }: { readonly times: WireTimes; readonly reviewHoursMax: number }) {
  const t = useWords<Messages>('withdrawals')
  const { overDayPercent } = times
  return (
    <Section title={t('times.title')} pad="normal">
      <p className="text-13 text-second">
        <MeasuredTimes times={times} goalMs={reviewHoursMax * hourMs} />
      </p>
      {isMeasured(times) && overDayPercent !== undefined && (
        <div className="mt-2">
          <DefinitionList facts={[{ label: t('times.overDay'), value: <Percent value={overDayPercent} /> }]} />
        </div>
      )}
    </Section>
  )
}
