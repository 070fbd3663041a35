import { FieldExamples } from './field-examples.tsx'
import { NumberExamples } from './number-examples.tsx'
import { ActExamples, BarExamples, PartExamples, StateExamples } from './part-examples.tsx'
import { BothThemes } from './show.tsx'

/** Every part and every state, in light and dark, on one page. Examples are Spanish, the language texts are written in. */
export function Gallery() {
  return (
    <>
      <BothThemes title="Números y líneas">
        <NumberExamples />
      </BothThemes>
      <BothThemes title="Campos y elecciones">
        <FieldExamples />
      </BothThemes>
      <BothThemes title="Botones y capas">
        <ActExamples />
      </BothThemes>
      <BothThemes title="Tarjetas, filas y marcas">
        <PartExamples />
      </BothThemes>
      <BothThemes title="Barras">
        <BarExamples />
      </BothThemes>
      <BothThemes title="Sin datos">
        <StateExamples />
      </BothThemes>
    </>
  )
}
