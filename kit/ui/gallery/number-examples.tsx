import { systemClock } from '@bolsillo/kernel'
import { useEffect, useState } from 'react'
import { AreaChart } from '../lines/area-chart.tsx'
import { Donut } from '../lines/donut.tsx'
import { Sparkline } from '../lines/sparkline.tsx'
import { Age } from '../numbers/age.tsx'
import { Amount, Quantity } from '../numbers/amount.tsx'
import { Change, Percent } from '../numbers/change.tsx'
import { DateTime, Day } from '../numbers/date-time.tsx'
import { Price } from '../numbers/price.tsx'
import { Card } from '../parts/card.tsx'
import { AllocationBar } from '../parts/marks.tsx'
import { Show } from './show.tsx'

const rising = ['59.8', '60.1', '59.9', '60.6', '60.4', '61.2', '61.0', '61.9', '62.4']
const falling = [...rising].reverse()
const at = Date.UTC(2026, 10, 23, 14, 30, 5, 214)
const points = rising.map((value, index) => ({ at: at + index * 900_000, value: `24${value.replace('.', '')}.42` }))

/** A price that changes each second and a half, to look at the flash. */
function Ticking() {
  const [step, setStep] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setStep((value) => value + 1), 1500)
    return () => clearInterval(timer)
  }, [])
  return <Price value={rising[step % rising.length]} decimals={2} flash className="font-strong text-18" />
}

/** Every way a number is shown. */
export function NumberExamples() {
  return (
    <>
      <Show name="Amount">
        <p className="font-strong text-34 tracking-tight">
          <Amount value="248316.42" currency="MXN" hero />
        </p>
        <p className="flex flex-wrap gap-3">
          <Amount value="1234.5" currency="MXN" />
          <Amount value="-1234.5" currency="USD" />
          <Amount value="48000" sign="always" />
          <Amount value="512.18" currency="BRL" />
          <Amount value="248316.42" currency="MXN" masked />
          <Amount value={undefined} currency="MXN" />
        </p>
      </Show>
      <Show name="Price">
        <p className="flex flex-wrap items-baseline gap-3">
          <Price value="62.48" decimals={2} />
          <Price value="97412.6" />
          <Price value={undefined} />
          <Price value="16.07" stale at={systemClock.now() - 185_000} />
          <Ticking />
        </p>
      </Show>
      <Show name="Change, Percent">
        <p className="flex flex-wrap gap-3">
          <Change percent="1.12" />
          <Change percent="-0.43" />
          <Change percent="0" />
          <Change percent={undefined} />
          <Percent value="34" decimals={0} />
        </p>
        <Change value="1904.10" currency="MXN" percent="0.77" note="hoy" className="font-strong" />
        <Change value="-0.69" percent="-1.12" note="hoy" className="font-strong" />
      </Show>
      <Show name="Quantity, DateTime, Day, Age">
        <p className="flex flex-wrap gap-3">
          <Quantity value="12.500000" />
          <Quantity value="1800" />
          <DateTime at={at} />
          <DateTime at={at} weekday="long" />
          <DateTime at={at} shows="clock" />
          <Day date="2026-11-23" weekday="short" short />
          <Age at={systemClock.now() - 7_300_000} />
        </p>
      </Show>
      <LineExamples />
    </>
  )
}

function LineExamples() {
  return (
    <Show name="Sparkline, AreaChart, AllocationBar, Donut">
      <p className="flex gap-4">
        <Sparkline values={rising} />
        <Sparkline values={falling} />
        <Sparkline values={['5', '5', '5']} />
        <Sparkline values={[]} />
      </p>
      <Card pad="none" className="overflow-hidden">
        <AreaChart points={points} label="De 24,598 a 24,624" />
      </Card>
      <Card>
        <AllocationBar
          shares={[
            { label: 'WALMEX', weight: 34, text: '34 %' },
            { label: 'AAPL', weight: 26, text: '26 %' },
            { label: 'GFNORTE', weight: 18, text: '18 %' },
            { label: 'CEMEX', weight: 13, text: '13 %' },
            { label: 'Pesos', weight: 9, text: '9 %' },
          ]}
        />
      </Card>
      <DonutExample />
    </Show>
  )
}

function DonutExample() {
  const [chosen, setChosen] = useState<'cash' | 'coins' | 'shares'>()
  return (
    <Card>
      <Donut
        label="De qué se compone"
        chosen={chosen}
        onChoose={setChosen}
        parts={[
          { key: 'shares', label: 'Acciones', weight: 62, text: '62 %' },
          { key: 'coins', label: 'Cripto', weight: 37.5, text: '37.5 %' },
          { key: 'cash', label: 'Efectivo', weight: 0.5, text: '0.5 %' },
        ]}
      >
        18 activos
      </Donut>
    </Card>
  )
}
