import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Bell from 'lucide-react/icons/bell'
import House from 'lucide-react/icons/house'
import Lock from 'lucide-react/icons/lock'
import Star from 'lucide-react/icons/star'
import Wallet from 'lucide-react/icons/wallet'
import { useState } from 'react'
import { Icon } from '../icon.tsx'
import { Dialog } from '../layers/dialog.tsx'
import { Sheet } from '../layers/sheet.tsx'
import { showToast } from '../layers/toasts.ts'
import { Amount } from '../numbers/amount.tsx'
import { ActionTile } from '../parts/action-tile.tsx'
import { NavBar, Ribbon, TabBar, TitleBar } from '../parts/bars.tsx'
import { Button, ButtonLink, IconButton } from '../parts/button.tsx'
import { Card, Section } from '../parts/card.tsx'
import { ChecksCard } from '../parts/checks-card.tsx'
import { CopyRow } from '../parts/copy-row.tsx'
import { InstrumentRow } from '../parts/instrument-row.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { Badge, DefinitionList, Note, Pill, Timeline } from '../parts/marks.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { Qr } from '../parts/qr/qr.tsx'
import { EmptyState, ErrorState, LoadMore, SkeletonCard, SkeletonRows } from '../parts/states.tsx'
import { DrawnEmptyState } from '../picture/drawn-empty-state.tsx'
import { Show } from './show.tsx'

const here = '/pages/practice/gallery'
const spark = ['59.8', '60.1', '59.9', '60.6', '60.4', '61.2', '61.0', '61.9', '62.4']

/** Buttons, bars and the layers they open. */
export function ActExamples() {
  return (
    <>
      <Show name="Button">
        <div className="grid grid-cols-2 gap-2.5">
          <Button>Entrar</Button>
          <Button kind="ghost">Usar una llave</Button>
          <Button kind="sell">Vender</Button>
          <Button kind="buy">Comprar</Button>
          <Button kind="danger">Cancelar orden</Button>
          <Button kind="plain">Crear cuenta</Button>
          <Button disabled>No se puede</Button>
          <Button loading>Un momento</Button>
          <Button size="medium">Mediano</Button>
          <ButtonLink href={here} size="medium" kind="ghost" icon={<Icon of={Wallet} size={18} />}>
            Enlace
          </ButtonLink>
        </div>
        <p className="flex gap-6 px-2">
          <IconButton label="Seguir" icon={<Icon of={Star} size={22} />} pressed={false} />
          <IconButton label="Mensajes" icon={<Icon of={Bell} size={22} />} href={here} dot />
        </p>
      </Show>
      <LayerExamples />
    </>
  )
}

/** Bars of the top and the bottom of a page. */
export function BarExamples() {
  return (
    <Show name="Ribbon, NavBar, TitleBar, TabBar">
      <div className="relative isolate -mx-4 [--column-left:auto] [&_nav]:static [&_nav]:w-full">
        <Ribbon />
        <NavBar title="WALMEX" actions={<IconButton label="Seguir" icon={<Icon of={Star} size={22} />} />} />
        <TitleBar title="Posiciones" />
        <TabBar
          label="Ejemplo"
          current={here}
          items={[
            { href: here, label: 'Inicio', icon: House },
            { href: '/pages/tabbar/trade', label: 'Operar', icon: ArrowLeftRight },
            { href: '/pages/user/assets', label: 'Posiciones', icon: Wallet },
          ]}
        />
      </div>
    </Show>
  )
}

/** Cards, rows and marks. */
export function PartExamples() {
  return (
    <>
      <RowExamples />
      <MarkExamples />
      <Show name="CopyRow, Qr, ChecksCard">
        <Card pad="list">
          <CopyRow label="CLABE" value="646 180 0000 0000 0001" copies="646180000000000001" />
          <CopyRow label="Tu referencia" value="7KQ2M4" note="Escríbela en el concepto." />
        </Card>
        <div className="grid place-items-center">
          <Qr text="646180000000000001" label="Código QR de ejemplo" size={160} />
        </div>
        <ChecksCard title="Todo cuadra" checks={[{ label: 'Se abonó exactamente lo que llegó', failed: false }]}>
          <p>Tu teléfono hizo las cuentas.</p>
        </ChecksCard>
      </Show>
    </>
  )
}

/** Parts shown in place of data that are missing or still loading. */
export function StateExamples() {
  return (
    <Show name="Skeletons, EmptyState, DrawnEmptyState, ErrorState, LoadMore">
      <Card pad="list">
        <SkeletonRows rows={2} spark />
      </Card>
      <SkeletonCard />
      <Card>
        <EmptyState
          icon={Star}
          title="Aún no sigues nada"
          text="Toca la estrella de una acción y la verás aquí."
          action={{ label: 'Buscar una acción', href: here }}
        />
      </Card>
      {(['holdings', 'notices', 'search', 'movements'] as const).map((drawing) => (
        <Card key={drawing}>
          <DrawnEmptyState drawing={drawing} title="Todavía no hay nada" text="Aquí lo verás." />
        </Card>
      ))}
      <Card>
        <ErrorState
          title="No pudimos traer estos datos."
          text="Tu dinero y tus órdenes no cambiaron."
          onRetry={() => showToast('Otra vez')}
        />
      </Card>
      <LoadMore state="more" onMore={() => undefined} />
      <LoadMore state="loading" onMore={() => undefined} />
      <LoadMore state="no-more" onMore={() => undefined} />
    </Show>
  )
}

function LayerExamples() {
  const [sheet, setSheet] = useState(false)
  const [dialog, setDialog] = useState(false)
  return (
    <Show name="Sheet, Dialog, Toast">
      <div className="grid grid-cols-3 gap-2.5">
        <Button size="medium" kind="ghost" onClick={() => setSheet(true)}>
          Hoja
        </Button>
        <Button size="medium" kind="ghost" onClick={() => setDialog(true)}>
          Pregunta
        </Button>
        <Button size="medium" kind="ghost" onClick={() => showToast('Copiado')}>
          Aviso
        </Button>
      </div>
      <Sheet
        open={sheet}
        onOpenChange={setSheet}
        title="Comprar WALMEX"
        footer={
          <Button kind="buy" wide onClick={() => setSheet(false)}>
            Revisar compra
          </Button>
        }
      >
        <DefinitionList
          facts={[
            { label: 'Monto', value: <Amount value="3120" currency="MXN" /> },
            { label: 'Total', value: <Amount value="3129.05" currency="MXN" />, strong: true },
          ]}
        />
      </Sheet>
      <Dialog
        open={dialog}
        onOpenChange={setDialog}
        title="¿Cancelar la orden?"
        text="Lo que falta por ejecutar se cancela y tu dinero vuelve a estar disponible."
        confirmLabel="Cancelar orden"
        cancelLabel="Dejarla"
        kind="danger"
        onConfirm={() => setDialog(false)}
      />
    </Show>
  )
}

function RowExamples() {
  return (
    <Show name="Section, InstrumentRow, ListRow, Monogram">
      <Section title="Lo que sigues" more={{ href: here, label: 'Ver todo' }}>
        <InstrumentRow
          href={here}
          ticker="WALMEX"
          name="Walmart de México"
          last="62.48"
          decimals={2}
          changePercent="1.12"
          spark={spark}
        />
        <InstrumentRow
          href={here}
          ticker="AMX"
          name="América Móvil, un nombre que no cabe entero en la fila"
          last="16.07"
          decimals={2}
          changePercent="-0.43"
          spark={[...spark].reverse()}
        />
        <InstrumentRow
          href={here}
          ticker="AAPL"
          name="Apple · USD"
          last="231.54"
          decimals={2}
          changePercent="0.86"
          spark={spark}
          stale
          at={Date.UTC(2026, 10, 20)}
        />
        <InstrumentRow
          href={here}
          ticker="NUEVA"
          name="Sin precio todavía"
          last={undefined}
          changePercent={undefined}
          spark={[]}
        />
      </Section>
      <Card pad="list">
        <ListRow
          lead={<Monogram of="MXN" letters="MX$" />}
          title="Pesos mexicanos"
          note="3,129.05 apartados en 1 orden"
          aside={<Amount value="45000" />}
          href={here}
          chevron
        />
        <ListRow quiet href={here} lead={<Icon of={Wallet} size={20} />} title="Activos" />
        <ListRow quiet danger onClick={() => showToast('Adiós')} title="Cerrar sesión" chevron={false} />
      </Card>
    </Show>
  )
}

function MarkExamples() {
  return (
    <>
      <Show name="Pill, Badge, Note">
        <p className="flex flex-wrap gap-2">
          <Pill>Sin verificar</Pill>
          <Pill tone="good" icon={BadgeCheck}>
            Verificada
          </Pill>
          <Pill tone="bad">Rechazada</Pill>
          <Pill tone="warning">En revisión</Pill>
          <Pill tone="brand">Abierta</Pill>
          <Badge count={3} label="Mensajes" />
          <Badge count={120} label="Mensajes" />
        </p>
        <Note icon={Lock}>Podrás vender estas acciones desde el lunes 23-11-2026, 08:30.</Note>
        <Note tone="good">Cadena comprobada hasta el asiento 48,215.</Note>
        <Note tone="warning">El mercado está cerrado: tu orden espera a que abra.</Note>
        <Note tone="bad">Te faltan MX$ 120.00.</Note>
      </Show>
      <Show name="DefinitionList, Timeline, ActionTile">
        <Card>
          <DefinitionList
            facts={[
              { label: 'Punto medio al recibirla', value: '62.405' },
              { label: 'Margen efectivo', value: '−1.4 pb' },
              { label: 'Total', value: 'MX$ 3,129.05', strong: true },
            ]}
          />
        </Card>
        <Card>
          <Timeline
            steps={[
              { title: 'Recibida', note: '09:41:07.214', done: true },
              { title: 'Ejecutada 30 a 62.39', note: 'libro 9,114,207', done: true },
              { title: 'Liquida el 23-11-2026', done: false },
            ]}
          />
        </Card>
        <div className="grid grid-cols-4">
          <ActionTile icon={Wallet} label="Activos" href={here} />
          <ActionTile icon={Star} label="Seguir" onClick={() => showToast('Listo')} />
        </div>
      </Show>
    </>
  )
}
