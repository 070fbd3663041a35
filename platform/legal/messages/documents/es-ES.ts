import type { DocumentWords } from '../../domain/index.ts'

/** The documents in plain Mexican Spanish, written first. A line that begins with `- ` is an item of a list. */
export const documents: DocumentWords = {
  titles: { privacy: 'Aviso de privacidad', disclaimer: 'Aviso de riesgos' },
  facts: {
    name: 'nombre legal',
    address: 'domicilio',
    privacyEmail: 'correo de privacidad',
    privacyOfficer: 'responsable de datos personales',
    complaintsEmail: 'correo de quejas',
    license: 'licencia',
    regulator: 'autoridad que la supervisa',
    moneyHolder: 'quién guarda el dinero',
    conflicts: 'conflictos de interés',
  },
  practice: {
    name: 'Bolsillo, firma de práctica',
    address: 'sin oficina: funciona en la computadora de quien la instaló',
    privacyEmail: 'sin correo propio: pregunta a quien instaló este servidor',
    privacyOfficer: 'quien instaló este servidor',
    complaintsEmail: 'sin correo propio: pregunta a quien instaló este servidor',
    license: 'Ninguna, y no la necesita: no guarda dinero real ni toca un mercado real.',
    regulator: 'Ninguna: es una firma de práctica.',
    moneyHolder: 'Nadie: aquí no hay dinero real.',
    conflicts:
      'El mercado lo hace un programa de esta misma firma, que está del otro lado de muchas órdenes. Cuánto le gana o le pierde a los clientes se publica.',
  },
  missing: '[falta: {fact}]',
  none: {
    license: 'Ninguna. Esta firma no tiene licencia.',
    regulator: 'Ninguna autoridad supervisa a esta firma.',
    conflicts: 'La firma declara que no tiene.',
  },
  privacy: {
    practice: {
      title: 'Esta es una firma de práctica',
      lines: [
        'No guarda dinero real, no tiene licencia y ninguna orden llega a un mercado real. Sirve para aprender y para probar el programa.',
        'Usa datos de práctica. No subas tus documentos reales: los de práctica se crean con un botón.',
        'Lo que sigue vale también aquí: así trata el programa los datos que le des.',
      ],
    },
    who: {
      title: 'Quién responde por tus datos',
      lines: [
        'Responsable: {name}.',
        'Domicilio: {address}.',
        'Quien atiende tus datos (encarregado en Brasil): {privacyOfficer}.',
        'Correo: {privacyEmail}.',
      ],
    },
    data: {
      title: 'Qué datos guardamos',
      lines: [
        '- Tu teléfono o tu correo, tu idioma y, si quieres, un apodo.',
        '- Tus contraseñas, solo como huellas que no se pueden leer, y los códigos y mensajes que te enviamos.',
        '- Tus sesiones: qué dispositivo, desde qué red y a qué hora.',
        '- Para verificarte: nombre, fecha de nacimiento, número y vigencia de tu identificación, fotos de ella y CURP, RFC, CPF o CNPJ.',
        '- Las cuentas de banco y las direcciones a las que retiras.',
        '- Tus órdenes, operaciones, depósitos, retiros y saldos.',
        '- Lo que nuestro personal hace o mira en tu cuenta.',
      ],
    },
    sensitive: {
      title: 'Datos sensibles y biométricos',
      lines: [
        'Tus documentos y sus fotos se guardan cifrados y solo los abre quien revisa tu caso; cada vez que alguien los abre queda en tu registro. Tus saldos y operaciones los lee el programa, y del personal solo quien los necesita para su función.',
        'No calculamos medidas de tu cara ni de tu voz. Si entras con huella o con la cara, eso lo compara tu teléfono y nunca nos llega.',
        'No pedimos salud, religión, opiniones políticas, origen étnico ni vida sexual.',
      ],
    },
    purposes: {
      title: 'Para qué los usamos',
      lines: [
        'Fines necesarios, sin los que no hay cuenta:',
        '- abrirla y saber que eres tú;',
        '- llevar tus órdenes, tu dinero y tus estados de cuenta;',
        '- protegerla y avisarte de lo que pasa en ella;',
        '- cumplir las leyes que prohíben lavar dinero y las del fisco.',
        'Fines secundarios: ninguno. No hacemos publicidad con tus datos ni perfiles para venderte algo. Si algún día los hubiera, se te preguntará antes y decir que no no te quitará nada.',
      ],
    },
    bases: {
      title: 'Con qué derecho (México y LGPD)',
      lines: [
        '- Contrato: lo que hace falta para llevar tu cuenta.',
        '- Ley: verificar identidades, guardar operaciones y responder a la autoridad.',
        '- Interés legítimo (solo en Brasil): detectar fraudes y proteger cuentas.',
        '- Consentimiento: lo que das sin que haga falta, como un apodo, y tus datos sensibles y financieros donde la ley lo pide. Lo retiras cuando quieras.',
      ],
    },
    transfers: {
      title: 'Con quién se comparten',
      lines: [
        'No los vendemos ni los damos a anunciantes. Salen solo así:',
        '- al banco o a la red que paga tu retiro o trae tu depósito: tu nombre, la cuenta y el monto;',
        '- a quien entrega nuestros mensajes: tu teléfono o tu correo y el mensaje;',
        '- a la autoridad que la ley señala, cuando lo pide por escrito.',
        'Esos envíos no necesitan tu permiso, porque son parte del servicio o los ordena la ley. Cualquier otro, dentro o fuera del país, se te pregunta antes.',
      ],
    },
    keeping: {
      title: 'Cuánto tiempo y cómo se cuidan',
      lines: [
        'Mientras tengas cuenta y, después, el tiempo que la ley pide guardar operaciones e identificaciones. Después puedes pedir que se borren.',
        'El diario que prueba las cuentas no guarda tu nombre: solo huellas que sin tus datos no dicen nada.',
        'Los documentos van cifrados, el personal entra con una llave física o del dispositivo, y lo delicado lo deciden dos personas.',
        'Si hay una fuga que te afecte, te avisamos en cuanto la confirmemos: qué pasó, qué datos y qué puedes hacer.',
      ],
    },
    arco: {
      title: 'Tus derechos ARCO y cómo usarlos',
      lines: [
        'Puedes ver tus datos (acceso), corregirlos (rectificación), pedir que se borren (cancelación) y oponerte a un uso (oposición), también a decisiones que un programa toma solo.',
        'Escribe a {privacyEmail} con tu nombre, dónde responderte, una copia de tu identificación y lo que pides.',
        'En México se responde en veinte días hábiles y, si procede, se cumple en los quince siguientes. Es gratis; solo se cobran copias o envíos.',
        'Mucho lo haces sin pedirlo: tus operaciones y tu registro se descargan en la app.',
      ],
    },
    revoke: {
      title: 'Retirar tu consentimiento o limitar el uso',
      lines: [
        'Escribe a {privacyEmail} y di qué uso quieres detener. Detenemos todos los que la ley o tu cuenta abierta no exijan.',
        'Retirarlo nunca te impide vender lo que tienes ni retirar tu dinero.',
      ],
    },
    lgpd: {
      title: 'Si estás en Brasil: tus derechos de la LGPD',
      lines: [
        'Del artículo 18, gratis y en cualquier momento:',
        '- confirmar que tratamos tus datos y verlos;',
        '- corregir los incompletos, inexactos o viejos;',
        '- que se vuelvan anónimos, se bloqueen o se borren los que sobren;',
        '- llevarlos a otro proveedor;',
        '- borrar los que diste con tu consentimiento;',
        '- saber con quién se compartieron;',
        '- saber que puedes negarte y qué pasa si lo haces;',
        '- retirar tu consentimiento.',
        'También puedes pedir que una persona revise lo que decidió un programa. El encarregado es {privacyOfficer}: {privacyEmail}. La respuesta completa llega en quince días.',
      ],
    },
    authority: {
      title: 'Si no te respondemos bien',
      lines: [
        'Primero pídelo a nosotros y guarda tu solicitud con su fecha. En México acudes a la Secretaría Anticorrupción y Buen Gobierno dentro de los quince días hábiles que siguen a nuestra respuesta, o al fin del plazo si no la hubo. En Brasil, a la ANPD, la agencia de protección de datos, con la queja que no resolvimos.',
      ],
    },
    browser: {
      title: 'Lo que se guarda en tu navegador',
      lines: [
        'Tu sesión, tu idioma, tus preferencias y una clave que reconoce este dispositivo. No hay rastreadores, publicidad ni programas de otras empresas.',
      ],
    },
    changes: {
      title: 'Cuando este aviso cambia',
      lines: [
        'Cada versión tiene número y fecha. Al entrar ves una vez qué cambió desde la que aceptaste, y la versión vigente está siempre en esta página.',
        'Aceptar o no una versión nueva nunca detiene una venta, un retiro ni tu entrada.',
      ],
    },
  },
  disclaimer: {
    practice: {
      title: 'Esto es práctica',
      lines: [
        'El dinero no es real, ninguna orden llega a un mercado real y nada de aquí se puede cobrar. Los precios los hace un programa o se copian de un mercado; de dónde vienen está a la vista. Ganar aquí no dice que ganarás con dinero real.',
        'Los riesgos de abajo son los de los productos reales: se explican para que los conozcas sin pagarlos.',
      ],
    },
    who: {
      title: 'Con quién tratas',
      lines: [
        'Firma: {name}.',
        'Domicilio: {address}.',
        'Licencia: {license}',
        'Autoridad: {regulator}',
        'Quién guarda el dinero: {moneyHolder}',
      ],
    },
    general: {
      title: 'Puedes perder',
      lines: [
        'Los precios suben y bajan. Puedes recuperar menos de lo que pusiste, o nada.',
        'Lo que pasó antes no dice lo que va a pasar. Nadie puede prometerte un rendimiento.',
        'Usa solo dinero que no necesites pronto, y nunca dinero prestado.',
      ],
    },
    shares: {
      title: 'Acciones',
      lines: [
        'Una acción es una parte de una empresa. Si a la empresa le va mal, puede valer muy poco; si quiebra, nada.',
        'De un cierre a la apertura siguiente el precio puede saltar: una orden con límite o de pérdida máxima puede no cumplirse, o cumplirse a otro precio.',
        'Lo que compras hoy puede tardar en poderse vender. Las acciones de otro país cambian además con su moneda.',
      ],
    },
    coins: {
      title: 'Monedas digitales',
      lines: [
        'Pueden perder más de la mitad en días, también de noche y en fin de semana.',
        'Ningún banco central las respalda y en muchos países no hay seguro que las cubra.',
        'Un envío a una dirección equivocada no se puede deshacer. Una moneda puede dejar de operarse.',
      ],
    },
    contracts: {
      title: 'Contratos perpetuos',
      lines: [
        'Con apalancamiento, un movimiento pequeño en contra te quita todo lo que pusiste en la posición.',
        'Si tu margen no alcanza, la posición se cierra sola, en parte o toda, al precio que haya. Puede que ningún aviso te llegue a tiempo.',
        'Cada pocas horas pagas o recibes un financiamiento; con el tiempo puede costar más que la comisión.',
        'Antes de tu primer contrato ves cuántas cuentas pierden aquí, contado de las operaciones.',
      ],
    },
    conversion: {
      title: 'Cambio de moneda',
      lines: [
        'El tipo de cambio incluye un margen, que ves antes de aceptar. Ir y volver cuesta dos veces.',
        'Si tus gastos son en una moneda y tu dinero está en otra, ganas o pierdes también por el cambio.',
      ],
    },
    advice: {
      title: 'No damos consejo',
      lines: [
        'Lo que ves son datos y herramientas, no una recomendación para ti. Tú decides cada orden.',
        'Quien te prometa ganancias o te pida una contraseña, un código o un pago para retirar, te está engañando.',
      ],
    },
    service: {
      title: 'Cuando algo falla',
      lines: [
        'Puede fallar la red, el mercado o nuestro servidor. Una orden puede llegar tarde o no llegar; la app dice cuál de las dos, y nunca da por hecho lo que no pasó.',
        'Un mercado puede detenerse. Lo que esté en pausa, desde cuándo y hasta cuándo, es público.',
      ],
    },
    money: {
      title: 'Tu dinero',
      lines: [
        'Un retiro nunca pide un pago antes: la comisión se descuenta del monto y la ves primero.',
        'El dinero en una casa de bolsa o en monedas digitales no es un depósito de banco: los seguros de depósitos (IPAB en México, FGC en Brasil) no cubren las pérdidas de una inversión.',
        'Cada movimiento queda en un diario que no se puede cambiar, y cada día se publica una prueba de lo que se debe a todos los clientes, que tu app revisa.',
      ],
    },
    complaints: {
      title: 'Quejas',
      lines: [
        'Escribe primero a {complaintsEmail}. Si la respuesta no te sirve, la página «Acerca de» lleva a la autoridad de tu país.',
      ],
    },
    changes: {
      title: 'Cuando este aviso cambia',
      lines: [
        'Cada versión tiene número y fecha. Al entrar ves una vez qué cambió desde la que aceptaste.',
        'Aceptar o no una versión nueva nunca detiene una venta, un retiro ni tu entrada.',
      ],
    },
  },
  changes: { privacy: {}, disclaimer: {} },
}
