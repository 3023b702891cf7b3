// What js.stripe.com serves in these tests: the part of Stripe.js that the card form uses, with fields in the page instead of frames.
(() => {
  const API = 'https://api.stripe.com/v1';

  class CardElement {
    constructor(options) {
      this.options = options;
      this.listeners = {};
    }
    on(event, listen) {
      this.listeners[event] = [...(this.listeners[event] ?? []), listen];
      return this;
    }
    off() {
      return this;
    }
    once(event, listen) {
      return this.on(event, listen);
    }
    emit(event, detail) {
      for (const listen of this.listeners[event] ?? []) listen(detail);
    }
    mount(target) {
      const names = ['Card number', 'Expiry', 'Security code'];
      if (!this.options.hidePostalCode) names.push('ZIP');
      this.inputs = names.map((name) => {
        const input = document.createElement('input');
        input.setAttribute('aria-label', name);
        input.placeholder = name;
        input.style.cssText = `width: 30%; color: ${this.options.style?.base?.color ?? 'inherit'}`;
        input.addEventListener('input', () => this.emit('change', this.state()));
        return input;
      });
      target.replaceChildren(...this.inputs);
      queueMicrotask(() => this.emit('ready', this));
    }
    state() {
      const [number, expiry, cvc] = this.inputs.map((input) => input.value.replace(/\D/g, ''));
      const complete = number.length >= 15 && expiry.length === 4 && cvc.length >= 3;
      const wrong = number.length >= 16 && !passesLuhn(number);
      const error = wrong ? { type: 'validation_error', message: 'Your card number is invalid.' } : undefined;
      return { elementType: 'card', complete: complete && !wrong, error };
    }
    focus() {
      this.inputs[0].focus();
    }
    update() {}
    unmount() {}
    destroy() {}
  }

  function passesLuhn(digits) {
    const sum = [...digits].reverse().reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return sum % 10 === 0;
  }

  async function send(path, fields) {
    try {
      const answer = await fetch(API + path, { method: 'POST', body: new URLSearchParams(fields) });
      const body = await answer.json();
      return body.error ? { error: body.error } : { paymentIntent: body };
    } catch {
      return { error: { type: 'api_connection_error', message: 'We could not reach our payment provider.' } };
    }
  }

  /** The bank's window, which the real script shows in a frame. */
  function bank() {
    return new Promise((end) => {
      const window = document.createElement('dialog');
      window.setAttribute('aria-label', '3D Secure');
      for (const outcome of ['Authorise', 'Refuse']) {
        const button = document.createElement('button');
        button.textContent = outcome;
        button.onclick = () => {
          window.remove();
          end(outcome === 'Authorise' ? 'succeed' : 'fail');
        };
        window.append(button);
      }
      document.body.append(window);
      window.showModal();
    });
  }

  window.Stripe = (key) => {
    let card;
    const elements = {
      create(type, options) {
        if (type !== 'card') throw new Error(`no element ${type} here`);
        card = new CardElement(options);
        return card;
      },
      getElement: () => card ?? null,
      update() {},
    };
    return {
      elements: () => elements,
      createToken() {},
      createPaymentMethod() {},
      registerAppInfo() {},
      _registerWrapper() {},
      async confirmCardPayment(secret, { payment_method: method, return_url }) {
        const [number, expiry, cvc] = method.card.inputs.map((input) => input.value.replace(/\D/g, ''));
        const id = secret.split('_secret_')[0];
        const named = {
          key,
          client_secret: secret,
          return_url,
          'payment_method_data[card][number]': number,
          'payment_method_data[card][exp]': expiry,
          'payment_method_data[card][cvc]': cvc,
          'payment_method_data[billing_details][name]': method.billing_details.name,
        };
        const first = await send(`/payment_intents/${id}/confirm`, named);
        if (first.paymentIntent?.next_action?.type !== 'use_stripe_sdk') return first;
        return send(`/payment_intents/${id}/authenticate`, { key, client_secret: secret, outcome: await bank() });
      },
    };
  };
  window.Stripe.version = 'endive';
})();
