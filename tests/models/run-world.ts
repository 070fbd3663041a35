import { parseArgs } from 'node:util'
import { models } from './models.ts'
import { plantSource } from './plant-source.ts'

// One world in a process of its own, because planted faults are put into the source before it is loaded. Prints one JSON line.
const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    seed: { type: 'string' },
    steps: { type: 'string', default: '500' },
    fault: { type: 'string' },
    lines: { type: 'boolean', default: false },
  },
})
const known = models.find(({ name }) => name === values.model)
if (known === undefined)
  throw new Error(`no model ${values.model}; there are ${models.map(({ name }) => name).join(', ')}`)
if (values.fault !== undefined) {
  const fault = (await known.faults()).find(({ name }) => name === values.fault)
  if (fault === undefined) throw new Error(`the model ${known.name} plants no fault ${values.fault}`)
  plantSource(fault.source)
}
const model = await known.load()
const run = await model.run({ seed: Number(values.seed), steps: Number(values.steps), lines: values.lines })
console.log(JSON.stringify(run))
