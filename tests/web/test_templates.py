"""Templates write what Jinja2's own would, letter by letter."""

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from branchline.web.templates import Templates, written

VALUES = ["plain", "Ada & Bert", "<b>", 'it\'s "so"', Markup("<b>bold</b>"), 7, -3, True, None, 2.5, ["<"], ""]


def test_every_value_is_written_as_it_is_escaped() -> None:
    assert [written(value) for value in VALUES] == [escape(value) for value in VALUES]


def test_what_comes_from_people_stays_letters_wherever_a_template_puts_it() -> None:
    env = Templates(autoescape=True)
    text = "{% macro tag(x) %}<i>{{ x }}</i>{% endmacro %}{% set kept %}<u>{{ name }}</u>{% endset %}"
    text += "{{ name }}{{ tag(name) }}{{ kept }}{% for one in [name] %}{{ one ~ '!' }}{% endfor %}"
    safe = "&lt;script&gt;"
    made = env.from_string(text).render(name="<script>")
    assert made == f"{safe}<i>{safe}</i><u>{safe}</u>{safe}!"


def test_who_asks_for_the_context_is_passed_it() -> None:
    @pass_context
    def title(context: Context, sign: str) -> str:
        return f"{context['name']}{sign}"

    env = Templates(autoescape=True)
    env.globals["title"] = title
    assert env.from_string("{% for _ in [1, 2] %}{{ title('!') }}{% endfor %}").render(name="Ada") == "Ada!Ada!"


def test_a_macro_takes_what_it_names_in_order_or_by_name() -> None:
    env = Templates(autoescape=True)
    text = "{% macro tag(x, kind='i', end='') %}<{{ kind }}>{{ x }}{{ end }}</{{ kind }}>"
    text += "{{ caller() if caller }}{% endmacro %}"
    text += "{{ tag('a') }}{{ tag('b', 'b', '!') }}{{ tag('c', end='?') }}{{ tag(x='d', kind='u') }}"
    text += "{% call tag('e') %}<hr>{% endcall %}"
    assert env.from_string(text).render() == "<i>a</i><b>b!</b><i>c?</i><u>d</u><i>e</i><hr>"


def test_what_a_thing_does_not_have_is_nothing_and_a_key_is_found_like_an_attribute() -> None:
    env = Templates(autoescape=True)
    text = "{{ thing.name }}{{ thing.other }}{{ 'yes' if thing.other is defined else 'no' }}{{ thing.name.upper() }}"
    assert env.from_string(text).render(thing={"name": "Ada"}) == "AdanoADA"
