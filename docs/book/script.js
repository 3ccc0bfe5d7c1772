// The page reads without this. It adds: search, copy buttons, contents that stay open on
// a wide screen, and a language switch that keeps the place.
(() => {
    'use strict';
    const words = document.body.dataset;

    const contents = document.getElementById('contents');
    contents.open = matchMedia('(min-width: 64rem)').matches;

    const language = document.getElementById('language');
    const other = language.href;
    const keepPlace = () => { language.href = other + location.hash; };
    keepPlace();
    addEventListener('hashchange', keepPlace);

    for (const pre of document.querySelectorAll('main pre')) {
        pre.tabIndex = 0; // a wide one scrolls by keyboard
        if (!pre.className) continue; // a picture, not code
        const frame = document.createElement('div');
        const button = document.createElement('button');
        frame.className = 'copyable';
        button.className = 'copy';
        button.type = 'button';
        button.textContent = words.copy;
        pre.replaceWith(frame);
        frame.append(pre, button);
        button.addEventListener('click', async () => {
            const text = pre.innerText.replace(/^\$ /gm, '');
            try {
                await navigator.clipboard.writeText(text);
            } catch {
                getSelection().selectAllChildren(pre);
                document.execCommand('copy');
            }
            button.textContent = words.copied;
            setTimeout(() => { button.textContent = words.copy; }, 1500);
        });
    }

    // What is wider than a phone scrolls, by keyboard too.
    for (const wide of document.querySelectorAll('main figure, main math[display=block]')) {
        if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    }

    // ---- search: the index is fetched as a script, so that it works from a file too

    const input = document.getElementById('search');
    const found = document.getElementById('found');
    let index = null;
    input.hidden = false;

    const load = () => {
        if (index) return;
        index = [];
        const script = document.createElement('script');
        script.src = 'search.js';
        script.onload = () => { index = window.TARE_INDEX; search(); };
        document.head.append(script);
    };

    const score = (entry, terms) => {
        let sum = 0;
        for (const term of terms) {
            const hit = entry.h.toLowerCase().includes(term) ? 9
                : entry.t.toLowerCase().includes(term) ? 4
                    : entry.x.toLowerCase().includes(term) ? 1 : 0;
            if (!hit) return 0;
            sum += hit;
        }
        return sum;
    };

    const excerpt = (text, term) => {
        const at = Math.max(0, text.toLowerCase().indexOf(term) - 40);
        return (at ? '… ' : '') + text.slice(at, at + 130);
    };

    const line = (entry, terms) => {
        const link = document.createElement('a');
        const title = document.createElement('b');
        const text = document.createElement('small');
        link.href = entry.p + (entry.a ? '#' + entry.a : '');
        title.textContent = entry.t + (entry.h ? ' · ' + entry.h : '');
        text.textContent = excerpt(entry.x, terms[0]);
        link.append(title, text);
        link.addEventListener('click', () => { found.replaceChildren(); });
        return link;
    };

    const search = () => {
        const terms = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        found.replaceChildren();
        if (!terms.length || !index.length) return;
        const hits = index.map((entry) => [score(entry, terms), entry])
            .filter(([points]) => points).sort((a, b) => b[0] - a[0]).slice(0, 12);
        if (hits.length) found.append(...hits.map(([, entry]) => line(entry, terms)));
        else found.textContent = words.nothing;
    };

    input.addEventListener('focus', load);
    input.addEventListener('input', search);
    document.querySelector('.search').addEventListener('keydown', (event) => {
        const places = [input, ...found.querySelectorAll('a')];
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step && places.length > 1) {
            const next = places.indexOf(document.activeElement) + step;
            places[(next + places.length) % places.length].focus();
            event.preventDefault();
        } else if (event.key === 'Enter' && event.target === input && places[1]) {
            places[1].click();
        } else if (event.key === 'Escape') {
            input.value = '';
            found.replaceChildren();
        }
    });
    document.addEventListener('keydown', (event) => {
        if (event.key === '/' && document.activeElement !== input && !event.ctrlKey) {
            input.focus();
            event.preventDefault();
        }
    });
    document.addEventListener('click', (event) => {
        if (!event.target.closest('.search')) found.replaceChildren();
    });
})();
