import { useState } from 'react'
import { DecimalField } from '../fields/decimal-field.tsx'
import { AreaCodeSelect, CheckField, PasswordField, SelectField, Switch, TextField } from '../fields/field.tsx'
import { PinField } from '../fields/pin-field.tsx'
import { Chips, Segmented, Tabs } from '../parts/choices.tsx'
import { Show } from './show.tsx'

const countries = [
  { value: '+52', label: 'México +52' },
  { value: '+55', label: 'Brasil +55' },
  { value: '+1', label: 'Estados Unidos +1' },
]
const types = [
  { value: 'limit', label: 'Límite' },
  { value: 'market', label: 'Mercado' },
  { value: 'stop', label: 'Stop' },
  { value: 'more', label: 'Más' },
] as const
const fractions = ['25 %', '50 %', '75 %', 'Todo'].map((label) => ({ value: label, label }))

/** Every field, empty, filled and refused. */
export function FieldExamples() {
  const [text, setText] = useState('')
  const [phone, setPhone] = useState('55 1234 1907')
  const [area, setArea] = useState('+52')
  const [price, setPrice] = useState('62.40')
  const [password, setPassword] = useState('jacaranda')
  const [pin, setPin] = useState('123')
  const [country, setCountry] = useState('+52')
  const [agreed, setAgreed] = useState(false)
  return (
    <>
      <Show name="TextField, AreaCodeSelect">
        <TextField label="Correo" value={text} onChange={setText} type="email" placeholder="tu@correo.mx" />
        <TextField
          label="Teléfono"
          value={phone}
          onChange={setPhone}
          type="tel"
          inputMode="tel"
          prefix={<AreaCodeSelect value={area} onChange={setArea} choices={countries} />}
          hint="Te mandamos un código"
        />
        <TextField label="Código de invitación" value="ABC" onChange={setText} error="Ese código no existe." />
        <TextField label="No se puede cambiar" value="México" onChange={setText} disabled />
      </Show>
      <Show name="DecimalField">
        <DecimalField label="Precio límite" value={price} onChange={setPrice} scale={2} suffix="MXN · tick 0.01" />
        <DecimalField label="Cantidad" value="50" onChange={setPrice} scale={0} suffix="acciones" error="Tienes 20." />
      </Show>
      <Show name="PasswordField, PinField">
        <PasswordField label="Contraseña" value={password} onChange={setPassword} autoComplete="current-password" />
        <PinField label="Contraseña de operación" value={pin} onChange={setPin} />
        <PinField label="Código" value="482913" onChange={setPin} kind="code" error="El código no es correcto." />
      </Show>
      <Show name="SelectField, CheckField, Switch">
        <SelectField label="País" value={country} onChange={setCountry} choices={countries} />
        <CheckField checked={agreed} onChange={setAgreed}>
          Leí y acepto el aviso de riesgos.
        </CheckField>
        <CheckField checked={false} onChange={setAgreed} error="Acéptalo para seguir.">
          Acepto el aviso de privacidad.
        </CheckField>
        <Switch checked={agreed} onChange={setAgreed} label="Ocultar montos" />
      </Show>
      <ChoiceExamples />
    </>
  )
}

function ChoiceExamples() {
  const [type, setType] = useState<(typeof types)[number]['value']>('limit')
  const [tab, setTab] = useState<'book' | 'tape' | 'orders'>('book')
  const [sector, setSector] = useState('25 %')
  return (
    <Show name="Segmented, Tabs, Chips">
      <Segmented label="Tipo de orden" choices={types} value={type} onChange={setType} />
      <Tabs
        label="Debajo de la gráfica"
        value={tab}
        onChange={setTab}
        choices={[
          { value: 'book', label: 'Libro' },
          { value: 'tape', label: 'Operaciones' },
          { value: 'orders', label: 'Órdenes', count: 1 },
        ]}
      />
      <Chips label="Fracciones" choices={fractions} onPick={() => undefined} />
      <Chips label="Sectores" choices={fractions} value={sector} onPick={setSector} />
    </Show>
  )
}
